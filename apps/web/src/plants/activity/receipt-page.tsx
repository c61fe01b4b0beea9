'use client';

import type { Activity, Receipt } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../session/session-context.ts';
import buttons from '../../ui/buttons/button.module.css';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { Fact } from '../../ui/layout/fact.tsx';
import record from '../../ui/layout/record.module.css';
import { Link } from '../../ui/link.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { receiptLabels } from '../search/paper-address.ts';
import { toolTexts } from '../tool-texts.ts';
import styles from './receipt-page.module.css';
import { oneReceipt, undoFacts } from './receipt-queries.ts';
import { hasChanged, isFileKept, receiptCounts } from './receipt-text.ts';
import { texts } from './texts.ts';
import { UndoButton } from './undo-button.tsx';
import { texts as undoTexts } from './undo-texts.ts';
import { useReceiptTitle, useUndid } from './use-receipt-title.ts';

export function ReceiptPage({ first }: { first: Receipt }) {
  const { data: receipt } = useQuery({ ...oneReceipt(first.id), initialData: first });
  const { id, at, by, file, undoneBy, undoableUntil, kind, skipped, created, updated } = receipt;
  const undid = useUndid(receipt);
  const mayBeUndone = undoneBy === undefined && hasChanged(receipt);
  return (
    <article className={record.record}>
      <div className={record.back}>
        <ButtonLink href="/receipts" look="bare">
          <Icon name="back" /> {texts.page.back}
        </ButtonLink>
      </div>
      <h1>
        <ReceiptTitle receipt={receipt} />
      </h1>
      <dl className={record.facts}>
        <Fact name={texts.page.plants}>{receiptCounts(receipt)}</Fact>
        <Fact name={texts.page.when} at={at} />
        <Fact name={texts.page.by} text={by?.name} />
        <Fact name={texts.page.file} text={file} />
        <Fact name={texts.page.undoes}>{undid && <ReceiptLink receipt={undid} />}</Fact>
        <Fact name={texts.page.undoneBy}>{undoneBy !== undefined && <UndoLink id={undoneBy} />}</Fact>
        <Fact name={texts.page.undoUntil} at={mayBeUndone ? undoableUntil : undefined} />
      </dl>
      <div className={styles.actions}>
        <UndoButton receipt={receipt} />
        {created + updated > 0 && <ButtonLink href={receiptLabels(id)}>{toolTexts.labels}</ButtonLink>}
        <AnnotatedLink receipt={receipt} />
      </div>
      {kind === 'undo' && skipped > 0 && <LeftAlone receipt={id} count={skipped} />}
    </article>
  );
}

const ReceiptTitle = ({ receipt }: { receipt: Activity }) => <Sentence text={useReceiptTitle(receipt)} />;

/** A link to a receipt. Single additions have no page. */
export const ReceiptLink = ({ receipt }: { receipt: Activity }) =>
  receipt.kind === 'additions' ? (
    <ReceiptTitle receipt={receipt} />
  ) : (
    <Link href={`/receipts/${receipt.id}`}>
      <ReceiptTitle receipt={receipt} />
    </Link>
  );

/** A link to an undo. Its text is the title of its receipt, once that is loaded. */
function UndoLink({ id }: { id: bigint }) {
  const { data: receipt } = useQuery(oneReceipt(id));
  if (receipt) return <ReceiptLink receipt={receipt} />;
  return <Link href={`/receipts/${id}`}>{texts.page.unnamed(String(id))}</Link>;
}

function AnnotatedLink({ receipt }: { receipt: Activity }) {
  const may = useMay();
  const [now] = useState(Date.now);
  if (!isFileKept(receipt, now) || !may('imports')) return null;
  return (
    <a href={`/api/imports/${receipt.id}/annotated`} download className={buttons.quiet}>
      {texts.page.download}
    </a>
  );
}

function LeftAlone({ receipt, count }: { receipt: bigint; count: number }) {
  const { data } = useQuery(undoFacts(receipt));
  const left = data?.left;
  return (
    <section className={record.part} aria-labelledby="left-alone">
      <h2 id="left-alone" className={record.title}>
        {texts.left.title}
      </h2>
      <p className={record.note}>
        {undoTexts.left(count)}{' '}
        {left ? left.length < count && texts.left.first(left.length) : data && texts.left.unknown}
      </p>
      {left && (
        <ul className={record.list}>
          {left.map(({ id, reason }) => (
            <li key={String(id)}>
              <Link href={`/plants/${id}`}>{texts.left.plant(String(id))}</Link> {texts.left.reasons[reason]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
