import type { AuditEntry } from '@plant-store/schema';
import Link from 'next/link';
import { Bdi } from '../page/bdi.tsx';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';
import styles from './audit-item.module.css';
import { actionText } from './audit-text.ts';

/** What was done, to what, by whom, when, and from where. */
export const AuditItem = ({ entry }: { entry: AuditEntry }) => (
  <li className={rows.item}>
    <div className={rows.what}>
      <p className={rows.name}>
        <Bdi text={actionText(entry.action)} />
        {entry.subject !== undefined && (
          <>
            {' '}
            <Subject action={entry.action} subject={entry.subject} />
          </>
        )}
      </p>
      <p className={rows.note}>
        <Doer {...entry} />
        <When at={entry.at} />
        {entry.address !== undefined && `, from ${entry.address}`}
      </p>
      <p className={`${rows.note} ${styles.numbers}`}>
        No. {String(entry.number)}
        {entry.requestId !== undefined && `, request ${entry.requestId}`}
      </p>
    </div>
  </li>
);

/** Who did it. What no request asked for, a command did or the store itself, which makes a token when it starts, too. */
function Doer({ by, action, requestId }: AuditEntry) {
  if (by)
    return (
      <>
        {by.kind === 'token' && 'token '}
        <Bdi text={by.name} />
        {by.email !== undefined && (
          <>
            {' '}
            (<Bdi text={by.email} />)
          </>
        )}
        ,{' '}
      </>
    );
  if (requestId !== undefined) return 'Somebody unknown, ';
  if (action === 'plants.purge') return 'The store itself, ';
  return action.startsWith('store.') ? 'A command, ' : 'A command or the store itself, ';
}

/** With the way to it, where there is a page of it; a plant may be gone by now, and its page says so. */
function Subject({ action, subject }: Pick<AuditEntry, 'action'> & { subject: string }) {
  // When the backup was taken that was put back.
  if (action === 'store.restore' && !Number.isNaN(Date.parse(subject)))
    return (
      <span className={styles.subject}>
        of <When at={subject} />
      </span>
    );
  const [, receipt] = /^receipt (\d+)$/.exec(subject) ?? [];
  const plant = action.startsWith('plants.') && /^-?\d+$/.test(subject) ? subject : undefined;
  const path = receipt ? `/receipts/${receipt}` : plant && `/plants/${plant}`;
  const text = receipt ? 'its receipt' : subject;
  return (
    <span className={styles.subject}>
      {path ? (
        <Link href={path} prefetch={false} className={styles.link}>
          {text}
        </Link>
      ) : (
        <Bdi text={text} />
      )}
    </span>
  );
}
