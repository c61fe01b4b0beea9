import Link from 'next/link';
import { Bdi } from '../ui/text/bdi.tsx';
import { When } from '../ui/text/when.tsx';
import styles from './audit-item.module.css';
import { texts } from './texts.ts';

/** The item of an action, with a link to its page, if it has one. Deleted plants have a page too. */
export function AuditItem({ action, subject }: { action: string; subject: string }) {
  // The item of a restored store is the time of its backup.
  if (action === 'store.restore' && !Number.isNaN(Date.parse(subject)))
    return texts.item.backupOf(<When at={subject} />);
  const [, receipt] = /^receipt (\d+)$/.exec(subject) ?? [];
  const plant = action.startsWith('plants.') && /^-?\d+$/.test(subject) ? subject : undefined;
  if (!receipt && !plant) return <Bdi text={subject} />;
  return (
    <Link
      href={receipt ? `/receipts/${receipt}` : `/plants/${plant}`}
      prefetch={false}
      className={styles.link}
    >
      {plant ? texts.item.plant(plant) : texts.item.receipt}
    </Link>
  );
}
