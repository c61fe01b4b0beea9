import type { Metadata } from 'next';
import { Brand } from '../frame/brand.tsx';
import { pageTexts } from '../frame/page-texts.ts';
import { StoreNav } from '../frame/store-nav.tsx';
import main from '../ui/layout/main.module.css';

export const metadata: Metadata = { title: pageTexts.notFound.page };

export default function NotFound() {
  return (
    <main className={main.narrow}>
      <Brand />
      <h1>{pageTexts.notFound.title}</h1>
      <p className={main.lead}>{pageTexts.notFound.lead}</p>
      <StoreNav />
    </main>
  );
}
