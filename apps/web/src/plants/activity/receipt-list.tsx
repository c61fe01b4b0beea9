'use client';

import type { Failure } from '@plant-store/client';
import type { Receipt } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '../../api/pages-of.ts';
import { PagedList } from '../../lists/paged-list.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Link } from '../../ui/link.tsx';
import { Cell, columnsOf, Row } from '../../ui/tables/data-table.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { receiptPages } from './receipt-queries.ts';
import styles from './receipt-row.module.css';
import { receiptCounts } from './receipt-text.ts';
import { texts } from './texts.ts';
import { UndoButton } from './undo-button.tsx';
import { useReceiptTitle } from './use-receipt-title.ts';

type ReceiptListProps = {
  /** The first page; `undefined` if the server could not read it. `failure` then has the reason. */
  first: Page<Receipt> | undefined;
  failure: Failure | undefined;
};

export const ReceiptList = ({ first, failure }: ReceiptListProps) => (
  <PagedList
    list={useInfiniteQuery(receiptPages(first))}
    failure={failure}
    what={texts.table}
    columns={receiptColumns}
    empty={<Notice title={texts.empty.title}>{texts.empty.text}</Notice>}
    row={(receipt, index) => <ReceiptRow key={String(receipt.id)} receipt={receipt} index={index} />}
  />
);

const receiptColumns = columnsOf(texts.columns, {
  when: 'fact',
  what: 'name',
  by: 'text',
  plants: 'text',
  actions: 'actions',
});

const ReceiptRow = ({ receipt, index }: { receipt: Receipt; index: number }) => (
  <Row index={index}>
    <Cell kind="fact" at={receipt.at} />
    <Cell kind="name">
      <Link href={`/receipts/${receipt.id}`}>
        <Sentence text={useReceiptTitle(receipt)} />
      </Link>
    </Cell>
    <Cell kind="text" folded={texts.folded.by} text={receipt.by?.name} />
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
