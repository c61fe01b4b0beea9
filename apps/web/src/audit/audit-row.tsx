import type { AuditEntry } from '@plant-store/schema';
import { Fact } from '../ui/layout/fact.tsx';
import { Link } from '../ui/link.tsx';
import table from '../ui/tables/data-table.module.css';
import { Cell, type Column, Row } from '../ui/tables/data-table.tsx';
import { Bdi } from '../ui/text/bdi.tsx';
import { When } from '../ui/text/when.tsx';
import styles from './audit-row.module.css';
import { actionText, texts } from './texts.ts';

export const auditColumns: readonly Column[] = [
  { name: texts.columns.when, kind: 'fact' },
  { name: texts.columns.who, kind: 'text' },
  { name: texts.columns.what, kind: 'name' },
  { name: texts.columns.item, kind: 'text' },
];

export const AuditRow = ({ entry, index }: { entry: AuditEntry; index: number }) => (
  <Row index={index}>
    <Cell kind="fact">
      <When at={entry.at} />
    </Cell>
    <Cell kind="text">
      <Actor {...entry} />
    </Cell>
    <Cell kind="name">
      <details className={table.details}>
        <summary>
          <Bdi text={actionText(entry.action)} />
        </summary>
        <Facts entry={entry} />
      </details>
    </Cell>
    <Cell kind="text">{entry.subject !== undefined && <Item {...entry} subject={entry.subject} />}</Cell>
  </Row>
);

function Facts({ entry: { number, action, by, address, requestId } }: { entry: AuditEntry }) {
  const facts = [
    [texts.details.number, String(number)],
    [texts.details.action, action],
    [texts.details.email, by?.email],
    [texts.details.address, address],
    [texts.details.request, requestId],
  ].filter(([, value]) => value !== undefined);
  return (
    <dl className={table.facts}>
      {facts.map(([name = '', value = '']) => (
        <Fact key={name} name={name}>
          <Bdi text={value} />
        </Fact>
      ))}
    </dl>
  );
}

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
