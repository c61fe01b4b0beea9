import type { Metadata } from 'next';
import main from '../page/main.module.css';
import { Mark } from '../page/mark.tsx';
import { StoreNav } from '../page/store-nav.tsx';
import { texts } from '../page/texts.ts';

export const metadata: Metadata = { title: texts.notFound.page };

export default function NotFound() {
  return (
    <main className={main.narrow}>
      <Mark />
      <h1>{texts.notFound.title}</h1>
      <p className={main.lead}>{texts.notFound.lead}</p>
      <StoreNav />
    </main>
  );
}
