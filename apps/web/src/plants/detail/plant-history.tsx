import type { PlantChange } from '@plant-store/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import record from '../../ui/layout/record.module.css';
import { Link } from '../../ui/link.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { When } from '../../ui/text/when.tsx';
import { labels } from '../new-plant-form.ts';
import { type HistoryPage, plantHistory } from '../queries/plant-query.ts';
import styles from './plant-history.module.css';
import { texts } from './texts.ts';
import { compare, textOf } from './three-way.ts';

export function PlantHistory({ id, first }: { id: bigint; first: HistoryPage | undefined }) {
  const history = useInfiniteQuery(plantHistory(id, first));
  const changes = history.data?.pages.flatMap(({ items }) => items);
  const isReadAgain = history.isError && !history.isFetchNextPageError;
  return (
    <section className={record.part} aria-labelledby="history">
      <h2 id="history" className={record.title}>
        {texts.history.title}
      </h2>
      {history.isError && <p className={record.note}>{texts.history.failed}</p>}
      {!changes && history.isPending && <p className={record.note}>{texts.history.loading}</p>}
      {changes && (
        <ol className={styles.list}>
          {changes.map((change, index) => {
            // Two changes may have the same time, so the key has more than the time.
            const sameTime = index - changes.findIndex(({ at }) => at === change.at);
            return <Change key={`${change.at} ${sameTime}`} change={change} />;
          })}
        </ol>
      )}
      {(history.hasNextPage || history.isError) && (
        <Button
          disabled={history.isFetching}
          onClick={() => (isReadAgain ? history.refetch() : history.fetchNextPage())}
        >
          {history.isError ? texts.history.retry : texts.history.earlier}
        </Button>
      )}
    </section>
  );
}

function Change({ change: { at, change, by, receipt, before, plant } }: { change: PlantChange }) {
  const changed =
    before && change !== 'deleted' ? compare(textOf(before), textOf(plant), textOf(before)) : [];
  return (
    <li className={styles.change}>
      <p className={styles.what}>
        <strong>{texts.history.changes[change]}</strong>
        {by && receipt?.kind !== 'undo' && (
          <>
            {texts.history.by}
            <Bdi text={by.name} />
          </>
        )}
        {receipt && (
          <Link href={`/receipts/${receipt.id}`}>
            <Sentence text={sourceText(receipt)} />
          </Link>
        )}
        {by && receipt?.kind === 'undo' && <Bdi text={by.name} />}
        <span className={styles.when}>
          <When at={at} />
        </span>
      </p>
      {changed.map(({ field, before, mine }) => (
        <p key={field} className={styles.field}>
          {labels[field]}
          {texts.history.colon}
          <Text text={before} /> <span aria-hidden="true">{texts.history.arrow}</span>{' '}
          <span className={styles.hidden}>{texts.history.became}</span>
          <Text text={mine} />
        </p>
      ))}
    </li>
  );
}

const Text = ({ text }: { text: string }) => (text === '' ? <em>{texts.none}</em> : <Bdi text={text} />);

function sourceText({ kind, file, line }: NonNullable<PlantChange['receipt']>): string {
  const { byUndo, inImport, inBulk, from, row } = texts.history;
  const kinds: Record<string, string> = { import: inImport, undo: byUndo };
  const source = file === undefined ? (kinds[kind] ?? inBulk) : from(file);
  return line === undefined ? source : row(source, line);
}
