import type { Metadata } from 'next';
import Link from 'next/link';
import buttons from '../page/button.module.css';
import main from '../page/main.module.css';

export const metadata: Metadata = { title: 'No such page' };

export default function NotFound() {
  return (
    <main className={main.narrow}>
      <h1>Nothing is here</h1>
      <p className={main.lead}>No page has this address. The plants are all in one list.</p>
      <Link href="/" prefetch={false} className={buttons.quiet}>
        All plants
      </Link>
    </main>
  );
}
