'use client';

import { usePathname } from 'next/navigation';
import { Link } from '../../ui/link.tsx';
import { useQueue } from './queue-provider.tsx';
import { texts } from './texts.ts';
import styles from './waiting-count.module.css';

/** On pages without the list: a link to the list, with the number of plants that are not saved yet. */
export function WaitingCount() {
  const { entries } = useQueue().state;
  const isAtList = usePathname() === '/';
  if (entries.length === 0 || isAtList) return null;
  return (
    <Link href="/" className={styles.count}>
      {texts.notSavedCount(entries.length)}
    </Link>
  );
}
