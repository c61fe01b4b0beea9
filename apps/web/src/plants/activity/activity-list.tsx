'use client';

import type { Activity } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { Outcome } from '../../api/attempt.ts';
import type { Page } from '../../api/pages-of.ts';
import { PagedList } from '../../lists/paged-list.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import table from '../../ui/tables/data-table.module.css';
import { Cell, columnsOf, Row } from '../../ui/tables/data-table.tsx';
import { Ago } from '../../ui/text/ago.tsx';
import { dayText } from '../../ui/text/relative-time.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './activity-list.module.css';
import { AddedPlants } from './added-plants.tsx';
import { ReceiptLink } from './receipt-page.tsx';
import { activityPages } from './receipt-queries.ts';
import { receiptCounts } from './receipt-text.ts';
import { texts } from './texts.ts';
import { UndoButton } from './undo-button.tsx';
import { useReceiptTitle } from './use-receipt-title.ts';

export const ActivityList = ({ first }: { first: Outcome<Page<Activity>> }) => (
  <PagedList
    list={useInfiniteQuery(activityPages(first.value))}
    failure={first.failure}
    what={texts.title}
    columns={columns}
    empty={<Notice title={texts.empty.title}>{texts.empty.text}</Notice>}
    row={(receipt, index, above) => (
      <Fragment key={`${receipt.kind} ${receipt.id}`}>
        <Day at={receipt.at} above={above?.at} />
        <ActivityRow receipt={receipt} index={index} />
      </Fragment>
    )}
  />
);

const columns = columnsOf(texts.columns, {
  when: 'fact',
  what: 'name',
  by: 'text',
  plants: 'text',
  actions: 'actions',
});

/** The heading of a day; nothing if the row above is of the same day. */
function Day({ at, above }: { at: string; above: string | undefined }) {
  const now = useNow();
  const text = dayText(new Date(at), now);
  if (above !== undefined && dayText(new Date(above), now) === text) return null;
  return (
    <tr role="row" className={styles.day}>
      <td role="cell" colSpan={columns.length}>
        <h2>{text}</h2>
      </td>
    </tr>
  );
}

const ActivityRow = ({ receipt, index }: { receipt: Activity; index: number }) => (
  <Row index={index}>
    <Cell kind="fact">
      <Ago at={receipt.at} />
    </Cell>
    <Cell kind="name">
      {receipt.kind === 'additions' ? <Group additions={receipt} /> : <ReceiptLink receipt={receipt} />}
    </Cell>
    <Cell kind="text" folded={texts.columns.by} text={receipt.by?.name} />
    <Cell kind="text">{receiptCounts(receipt)}</Cell>
    <Cell kind="actions">
      {receipt.undoneBy === undefined ? (
        <UndoButton receipt={receipt} isInRow />
      ) : (
        <span className={styles.undone}>{texts.undone}</span>
      )}
    </Cell>
  </Row>
);

/** Single additions, which unfold to their plants. */
function Group({ additions }: { additions: Activity }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={`${table.details} ${styles.group}`}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{useReceiptTitle(additions)}</summary>
      {isOpen && <AddedPlants id={additions.id} />}
    </details>
  );
}
