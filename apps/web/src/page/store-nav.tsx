'use client';

import type { Scope } from '@plant-store/schema';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useMay } from '../session/may.tsx';
import styles from './store-nav.module.css';

type Page = { path: string; name: string; scope?: Scope };

const pages: Page[] = [
  { path: '/', name: 'Plants' },
  { path: '/import', name: 'Import', scope: 'imports' },
  { path: '/receipts', name: 'Activity' },
  { path: '/statistics', name: 'Statistics', scope: 'plants:read' },
  { path: '/trash', name: 'Trash' },
];

/** The way to each page of the store. */
export function StoreNav() {
  const path = usePathname();
  const may = useMay();
  const isFor = ({ scope }: Page) => scope === undefined || may(scope);
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
