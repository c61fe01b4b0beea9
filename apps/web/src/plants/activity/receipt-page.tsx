'use client';

import type { Receipt } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../session/session-context.ts';
import buttons from '../../ui/buttons/button.module.css';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Fact } from '../../ui/layout/fact.tsx';
import record from '../../ui/layout/record.module.css';
import { Link } from '../../ui/link.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { toolTexts } from '../tool-texts.ts';
import styles from './receipt-page.module.css';
import { oneReceipt, undoFacts } from './receipt-queries.ts';
import { additionsTitle, hasChanged, isFileKept, receiptCounts } from './receipt-text.ts';
import { texts } from './texts.ts';
import { UndoButton } from './undo-button.tsx';
import { texts as undoTexts } from './undo-texts.ts';
import { useReceiptTitle } from './use-receipt-title.ts';

export function ReceiptPage({ first }: { first: Receipt }) {
  const { data: receipt } = useQuery({ ...oneReceipt(first.id), initialData: first });
  const title = useReceiptTitle(receipt);
  const { id, at, by, file, undoes, undoneBy, undoableUntil, kind, skipped } = receipt;
  const mayBeUndone = undoneBy === undefined && hasChanged(receipt);
  return (
    <article className={record.record}>
      <BackToActivity />
      <h1>
        <Sentence text={title} />
      </h1>
      <dl className={record.facts}>
        <Fact name={texts.page.plants}>{receiptCounts(receipt)}</Fact>
        <Fact name={texts.page.when} at={at} />
        <Fact name={texts.page.by} text={by?.name} />
        <Fact name={texts.page.file} text={file} />
        <Fact name={texts.page.undoes}>
          {undoes !== undefined ? (
            <ReceiptLink id={undoes} />
          ) : (
            kind === 'undo' && <UndoneAdditions undo={id} />
          )}
        </Fact>
        <Fact name={texts.page.undoneBy}>{undoneBy !== undefined && <ReceiptLink id={undoneBy} />}</Fact>
        <Fact name={texts.page.undoUntil} at={mayBeUndone ? undoableUntil : undefined} />
      </dl>
      <div className={styles.actions}>
        <UndoButton receipt={receipt} />
        {receipt.created + receipt.updated > 0 && (
          <ButtonLink href={`/labels?receipt=${receipt.id}`}>{toolTexts.labels}</ButtonLink>
        )}
        <AnnotatedLink receipt={receipt} />
      </div>
      {kind === 'undo' && skipped > 0 && <LeftAlone receipt={receipt.id} count={skipped} />}
    </article>
  );
}

export const BackToActivity = () => (
  <div className={record.back}>
    <ButtonLink href="/receipts" look="bare">
      <span aria-hidden="true">{'←'}</span> {texts.page.back}
    </ButtonLink>
  </div>
);

/** A link to another receipt. Its text is the title of that receipt, once the title is loaded. */
export function ReceiptLink({ id }: { id: bigint }) {
  const { data: receipt } = useQuery(oneReceipt(id));
  return (
    <Link href={`/receipts/${id}`}>
      {receipt ? <ReceiptName receipt={receipt} /> : texts.page.unnamed(String(id))}
    </Link>
  );
}

const ReceiptName = ({ receipt }: { receipt: Receipt }) => <Sentence text={useReceiptTitle(receipt)} />;

/** A link to the single additions that an undo took back. */
function UndoneAdditions({ undo }: { undo: bigint }) {
  const additions = useQuery(undoFacts(undo)).data?.additions;
  if (!additions) return null;
  return <Link href={`/receipts/added/${additions.id}`}>{additionsTitle(additions, true)}</Link>;
}

function AnnotatedLink({ receipt }: { receipt: Receipt }) {
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
