import type { ImportResult } from '@plant-store/schema';
import { numberText } from '../page/count-text.ts';
import styles from './import-tally.module.css';

type ImportTallyProps = {
  result: ImportResult;
  isDone: boolean;
  /** Something else was chosen since, which is not checked yet. */
  isOutdated?: boolean;
};

/** What became, or would become, of the rows of a file. */
export function ImportTally({ result, isDone, isOutdated = false }: ImportTallyProps) {
  const counts = {
    [isDone ? 'added' : 'to add']: result.created,
    [isDone ? 'changed' : 'to change']: result.updated,
    [isDone ? 'skipped' : 'to skip']: result.skipped,
    'not acceptable': result.failed,
  };
  return (
    <div aria-live="polite" aria-atomic aria-busy={isOutdated} className={styles.place}>
      <dl className={styles.tally}>
        {Object.entries({ rows: result.rows, ...counts }).map(([what, count]) => (
          <div key={what} className={styles.count}>
            <dt>{what}</dt>
            <dd>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
