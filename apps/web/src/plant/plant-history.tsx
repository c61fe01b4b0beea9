'use client';

import { Button } from '@base-ui/react/button';
import type { PlantChange } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import buttons from '../page/button.module.css';
import { When } from '../page/when.tsx';
import { labels } from '../plants/new-plant-form.ts';
import styles from './plant-history.module.css';
import { type HistoryPage, plantHistory } from './plant-query.ts';
import { compare, textOf } from './three-way.ts';

/** What became of the plant: who changed what and when, the last change first. */
export function PlantHistory({ id, first }: { id: bigint; first: HistoryPage | undefined }) {
  const history = useInfiniteQuery(plantHistory(id, first));
  const changes = history.data?.pages.flatMap(({ items }) => items);
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history" className={styles.title}>
        History
      </h2>
      {history.isError && <p className={styles.note}>The history could not be loaded.</p>}
      {!changes && history.isPending && <p className={styles.note}>Loading…</p>}
      {changes && (
        <ol className={styles.list}>
          {changes.map((change) => (
            <Change key={change.at} change={change} />
          ))}
        </ol>
      )}
      {(history.hasNextPage || history.isError) && (
        <Button
          className={buttons.quiet}
          disabled={history.isFetching}
          focusableWhenDisabled
          onClick={() => (changes ? history.fetchNextPage() : history.refetch())}
        >
          {changes ? 'Earlier changes' : 'Try again'}
        </Button>
      )}
    </section>
  );
}

const words: Record<PlantChange['change'], string> = {
  created: 'Added',
  changed: 'Changed',
  restored: 'Restored',
  deleted: 'Deleted',
};

function Change({ change: { at, change, by, receipt, before, plant } }: { change: PlantChange }) {
  const changed =
    before && change !== 'deleted' ? compare(textOf(before), textOf(plant), textOf(before)) : [];
  return (
    <li className={styles.change}>
      <p className={styles.what}>
        <strong>{words[change]}</strong>
        {by && (
          <>
            {' '}
            by <bdi>{by.name}</bdi>
          </>
        )}
        {receipt && <span> {sourceText(receipt)}</span>}
        <span className={styles.when}>
          <When at={at} />
        </span>
      </p>
      {changed.map(({ field, before, mine }) => (
        <p key={field} className={styles.field}>
          {labels[field]}: <Text text={before} /> <span aria-hidden="true">→</span>{' '}
          <span className={styles.hidden}>became </span>
          <Text text={mine} />
        </p>
      ))}
    </li>
  );
}

const Text = ({ text }: { text: string }) => (text === '' ? <em>none</em> : <bdi>{text}</bdi>);

function sourceText({ kind, file, line }: NonNullable<PlantChange['receipt']>): string {
  const source = file === undefined ? `in one go (${kind})` : `from ${file}`;
  return line === undefined ? source : `${source}, row ${line}`;
}
