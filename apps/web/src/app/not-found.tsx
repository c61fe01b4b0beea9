import type { Metadata } from 'next';
import main from '../page/main.module.css';
import { Mark } from '../page/mark.tsx';
import { StoreNav } from '../page/store-nav.tsx';

export const metadata: Metadata = { title: 'No such page' };

export default function NotFound() {
  return (
    <main className={main.narrow}>
      <Mark />
      <h1>Nothing is here</h1>
      <p className={main.lead}>No page has this address. The store has these:</p>
      <StoreNav />
    </main>
  );
}
