import type { AuditEntry } from '@plant-store/schema';
import { Fact } from '../ui/layout/fact.tsx';
import { Link } from '../ui/link.tsx';
import table from '../ui/tables/data-table.module.css';
import { Cell, columnsOf, Row } from '../ui/tables/data-table.tsx';
import { Bdi } from '../ui/text/bdi.tsx';
import { When } from '../ui/text/when.tsx';
import styles from './audit-row.module.css';
import { actionText, texts } from './texts.ts';

export const auditColumns = columnsOf(texts.columns, {
  when: 'fact',
  who: 'text',
  what: 'name',
  item: 'text',
});

type AuditRowProps = { entry: AuditEntry; above: AuditEntry | undefined; index: number };

export const AuditRow = ({ entry, above, index }: AuditRowProps) => (
  <Row index={index}>
    <Cell kind="fact" at={entry.at} above={above?.at} />
    <Cell kind="text">
      <Actor {...entry} />
    </Cell>
    <Cell kind="name">
      <details className={table.details}>
        <summary>
          <Bdi text={actionText(entry.action)} />
        </summary>
        <Facts {...entry} />
      </details>
    </Cell>
    <Cell kind="text">{entry.subject !== undefined && <Item {...entry} subject={entry.subject} />}</Cell>
  </Row>
);

const Facts = ({ number, action, by, address, requestId }: AuditEntry) => (
  <dl className={table.facts}>
    <Fact name={texts.details.number} text={String(number)} />
    <Fact name={texts.details.action} text={action} />
    <Fact name={texts.details.email} text={by?.email} />
    <Fact name={texts.details.address} text={address} />
    <Fact name={texts.details.request} text={requestId} />
  </dl>
);

/** An entry without an actor comes from a refused request, from a command, or from the store itself. */
function Actor({ by, action, requestId }: AuditEntry) {
  if (by)
    return (
      <>
        {by.kind === 'token' && `${texts.who.token} `}
        <span className={styles.actor}>
          <Bdi text={by.name} />
        </span>
      </>
    );
  if (requestId !== undefined) return texts.who.unknown;
  if (action === 'plants.purge' || action === 'plants.respellTags') return texts.who.store;
  return action.startsWith('store.') ? texts.who.command : texts.who.commandOrStore;
}

/** The item of an action, with a link to its page, if it has one. Deleted plants have a page too. */
function Item({ action, subject }: { action: string; subject: string }) {
  // The item of a restored store is the time of its backup.
  if (action === 'store.restore' && !Number.isNaN(Date.parse(subject)))
    return texts.item.backupOf(<When at={subject} />);
  const [, receipt] = /^receipt (\d+)$/.exec(subject) ?? [];
  const plant = action.startsWith('plants.') && /^-?\d+$/.test(subject) ? subject : undefined;
  if (!receipt && !plant) return <Bdi text={subject} />;
  return (
    <Link href={receipt ? `/receipts/${receipt}` : `/plants/${plant}`} className={styles.link}>
      {plant ? texts.item.plant(plant) : texts.item.receipt}
    </Link>
  );
}
