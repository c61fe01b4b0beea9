'use client';

import type { Additions } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Fact } from '../../ui/layout/fact.tsx';
import record from '../../ui/layout/record.module.css';
import { toolTexts } from '../tool-texts.ts';
import { AddedPlants, type FirstPlants } from './added-plants.tsx';
import styles from './receipt-page.module.css';
import { BackToActivity, ReceiptLink } from './receipt-page.tsx';
import { oneGroup } from './receipt-queries.ts';
import { texts } from './texts.ts';
import { UndoAdditionsButton } from './undo-button.tsx';
import { useAdditionsTitle } from './use-receipt-title.ts';

/** Plants that one person or token added one by one within an hour. */
export function AdditionsPage({ first, ...plants }: { first: Additions } & FirstPlants) {
  const { data: additions } = useQuery(oneGroup(first.id, first));
  const { id, at, by, count, undoneBy, undoableUntil } = additions;
  return (
    <article className={record.record}>
      <BackToActivity />
      <h1>{useAdditionsTitle(additions)}</h1>
      <dl className={record.facts}>
        <Fact name={texts.page.plants}>{texts.counts.added(count)}</Fact>
        <Fact name={texts.page.last} at={at} />
        <Fact name={texts.page.by} text={by?.name} />
        <Fact name={texts.page.undoneBy}>{undoneBy !== undefined && <ReceiptLink id={undoneBy} />}</Fact>
        <Fact name={texts.page.undoUntil} at={undoableUntil} />
      </dl>
      <div className={styles.actions}>
        <UndoAdditionsButton additions={additions} />
        <ButtonLink href={`/labels?added=${id}`}>{toolTexts.labels}</ButtonLink>
      </div>
      <section className={record.part} aria-labelledby="added">
        <h2 id="added" className={record.title}>
          {texts.added.title}
        </h2>
        <p className={record.note}>{texts.added.note}</p>
        <AddedPlants id={id} {...plants} />
      </section>
    </article>
  );
}
