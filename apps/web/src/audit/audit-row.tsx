import type { AuditEntry } from '@plant-store/schema';
import table from '../ui/tables/data-table.module.css';
import { Cell, type Column, Row } from '../ui/tables/data-table.tsx';
import { Bdi } from '../ui/text/bdi.tsx';
import { When } from '../ui/text/when.tsx';
import { AuditItem } from './audit-item.tsx';
import styles from './audit-row.module.css';
import { actionText } from './audit-text.ts';
import { texts } from './texts.ts';

export const auditColumns: readonly Column[] = [
  { name: texts.columns.when, kind: 'fact' },
  { name: texts.columns.who, kind: 'text' },
  { name: texts.columns.what, kind: 'name' },
  { name: texts.columns.item, kind: 'text' },
];

/** An entry with its time, actor, action and item. Details open below the entry, without a script too. */
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
    <Cell kind="text">{entry.subject !== undefined && <AuditItem {...entry} subject={entry.subject} />}</Cell>
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
      {facts.map(([name, value = '']) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Bdi text={value} />
          </dd>
        </div>
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
  if (action === 'plants.purge') return texts.who.store;
  return action.startsWith('store.') ? texts.who.command : texts.who.commandOrStore;
}
