'use client';

import { usePathname } from 'next/navigation';
import { useMay } from '../session/session-context.ts';
import { Link } from '../ui/link.tsx';
import styles from './store-nav.module.css';
import { type Page, pages } from './store-pages.ts';
import { texts } from './texts.ts';

export function StoreNav() {
  const path = usePathname();
  const may = useMay();
  const isFor = ({ scope }: Page) => scope === undefined || may(scope);
  return (
    <nav aria-label={texts.nav.label} className={styles.nav}>
      {pages.filter(isFor).map(({ path: to, name }) => (
        <Link
          key={to}
          href={to}
          className={styles.link}
          data-name={name}
          aria-current={isAt(path, to) ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The page of a plant counts as part of the page "Plants". */
const isAt = (path: string, to: string) =>
  to === '/' ? path === '/' || path.startsWith('/plants/') : path === to || path.startsWith(`${to}/`);
