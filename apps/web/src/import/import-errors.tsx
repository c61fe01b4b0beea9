import type { ImportError } from '@plant-store/schema';
import { sentence } from '../store/sentence.ts';
import styles from './import-page.module.css';

/** So many are listed; the annotated file has them all. */
const shownErrors = 100;

/** The cells of a file that something is wrong with: where they are, what stands there and what could be meant. */
export function ImportErrors({ title, errors }: { title: string; errors: readonly ImportError[] }) {
  if (errors.length === 0) return null;
  return (
    <section className={styles.errors}>
      <h3 className={styles.label}>{title}</h3>
      <ul className={styles.list} aria-label={title}>
        {errors.slice(0, shownErrors).map(({ row, column, value, message, suggestion }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two, and the list does not change
          <li key={index} className={styles.error}>
            <strong>
              Row {row}
              {column !== null && `, ${column}`}
            </strong>
            {value !== '' && (
              <>
                {': '}
                <code>
                  <bdi>{value}</bdi>
                </code>
              </>
            )}
            <span className={styles.note}>
              {sentence(message)} {suggestion !== undefined && <>Did you mean {suggestion}?</>}
            </span>
          </li>
        ))}
      </ul>
      {errors.length > shownErrors && (
        <p className={styles.note}>And more: the file with notes has them all.</p>
      )}
    </section>
  );
}
