'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useMay } from '../session/may.tsx';
import styles from './store-nav.module.css';

const pages = [
  { path: '/', name: 'Plants' },
  { path: '/import', name: 'Import', scope: 'imports' },
  { path: '/receipts', name: 'Receipts' },
  { path: '/trash', name: 'Trash' },
] as const;

/** The way to each page of the store. */
export function StoreNav() {
  const path = usePathname();
  const may = useMay();
  const isFor = (page: (typeof pages)[number]) => !('scope' in page) || may(page.scope);
  return (
    <nav aria-label="Store" className={styles.nav}>
      {pages.filter(isFor).map(({ path: to, name }) => (
        <Link
          key={to}
          href={to}
          prefetch={false}
          className={styles.link}
          aria-current={isAt(path, to) ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** A plant's page is one of the plants. */
const isAt = (path: string, to: string) =>
  to === '/' ? path === '/' || path.startsWith('/plants/') : path === to || path.startsWith(`${to}/`);
