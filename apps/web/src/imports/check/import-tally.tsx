import type { ImportResult } from '@plant-store/schema';
import { numberText } from '../../ui/text/number-text.ts';
import { texts } from '../texts.tsx';
import styles from './import-tally.module.css';

type ImportTallyProps = {
  result: ImportResult;
  isDone: boolean;
  isOutdated?: boolean;
  /** The id of the list of rows to fix, which may be below the screen. */
  toFix?: string | undefined;
};

export function ImportTally({ result, isDone, isOutdated = false, toFix }: ImportTallyProps) {
  const when = isDone ? 'done' : 'planned';
  const counts = {
    [texts.tally.rows]: result.rows,
    [texts.tally[when].created]: result.created,
    [texts.tally[when].updated]: result.updated,
    [texts.tally.skipped[when]]: result.skipped,
    [texts.tally.failed]: result.failed,
  };
  return (
    <div aria-live="polite" aria-atomic aria-busy={isOutdated} className={styles.place}>
      <dl className={styles.tally}>
        {Object.entries(counts).map(([what, count]) => (
          <div key={what} className={styles.count}>
            <dt>{what === texts.tally.failed && toFix ? <a href={`#${toFix}`}>{what}</a> : what}</dt>
            <dd>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
