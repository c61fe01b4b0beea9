'use client';

import { Button } from '@base-ui/react/button';
import type { PlantChange } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { isolated } from '../page/isolated.ts';
import record from '../page/record.module.css';
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
    <section className={record.part} aria-labelledby="history">
      <h2 id="history" className={record.title}>
        History
      </h2>
      {history.isError && <p className={record.note}>The history could not be loaded.</p>}
      {!changes && history.isPending && <p className={record.note}>Loading…</p>}
      {changes && (
        <ol className={styles.list}>
          {withKeys(changes).map(({ key, change }) => (
            <Change key={key} change={change} />
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

/** Two changes may be of one moment. */
function withKeys(changes: readonly PlantChange[]) {
  const times = new Map<string, number>();
  return changes.map((change) => {
    const count = (times.get(change.at) ?? 0) + 1;
    times.set(change.at, count);
    return { key: `${change.at} ${count}`, change };
  });
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
            by <Bdi text={by.name} />
          </>
        )}
        {receipt && (
          <Link href={`/receipts/${receipt.id}`} prefetch={false}>
            <Bdi text={sourceText(receipt)} />
          </Link>
        )}
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

const Text = ({ text }: { text: string }) => (text === '' ? <em>none</em> : <Bdi text={text} />);

/** What a change was part of; the kinds are those of receipts. */
function sourceText({ kind, file, line }: NonNullable<PlantChange['receipt']>): string {
  const kinds: Record<string, string> = { import: 'in an import', undo: 'in an undo' };
  const source = file === undefined ? (kinds[kind] ?? 'together with others') : `from ${isolated(file)}`;
  return line === undefined ? source : `${source}, row ${line}`;
}
