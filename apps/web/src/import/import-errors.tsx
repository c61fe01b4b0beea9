import { Button } from '@base-ui/react/button';
import type { ImportError } from '@plant-store/schema';
import type { FormEvent } from 'react';
import buttons from '../page/button.module.css';
import { sentence } from '../store/sentence.ts';
import type { Correction } from './corrected-file.ts';
import styles from './import-page.module.css';

type ImportErrorsProps = {
  title: string;
  errors: readonly ImportError[];
  /** Where it is given, what stands in the cells can be put right on the spot. */
  onCorrect?: ((corrections: Correction[]) => void) | undefined;
};

/** So many are listed; the annotated file has them all. */
const shownErrors = 100;

/** The cells of a file that something is wrong with: where they are, what stands there and what could be meant. */
export function ImportErrors({ title, errors, onCorrect }: ImportErrorsProps) {
  if (errors.length === 0) return null;
  const shown = errors.slice(0, shownErrors);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const corrections = shown.flatMap(({ row, column, value }, index) => {
      const text = form.get(String(index));
      return column !== null && typeof text === 'string' && text !== value ? [{ row, column, text }] : [];
    });
    if (corrections.length > 0) onCorrect?.(corrections);
  };
  return (
    <form className={styles.errors} onSubmit={submit}>
      <h3 className={styles.label}>{title}</h3>
      <ul className={styles.list} aria-label={title}>
        {shown.map((error, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two, and the list does not change
          <li key={index} className={styles.error}>
            <Cell error={error} name={onCorrect && String(index)} />
          </li>
        ))}
      </ul>
      {errors.length > shownErrors && (
        <p className={styles.note}>And more: the file with notes has them all.</p>
      )}
      {onCorrect && (
        <Button type="submit" className={`${buttons.quiet} ${styles.correct}`}>
          Check what I corrected
        </Button>
      )}
    </form>
  );
}

/** @param name of the field in which the cell can be corrected; `undefined` where it cannot be. */
function Cell({
  error: { row, column, value, message, suggestion },
  name,
}: {
  error: ImportError;
  name: string | undefined;
}) {
  const place = column === null ? `Row ${row}` : `Row ${row}, ${column}`;
  return (
    <>
      <strong>{place}</strong>
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
      {name !== undefined && column !== null && (
        <input
          name={name}
          aria-label={place}
          className={styles.cell}
          defaultValue={suggestion ?? value}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  );
}
