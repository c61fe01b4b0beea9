import { Button } from '@base-ui/react/button';
import type { ImportError } from '@plant-store/schema';
import { Bdi } from '../page/bdi.tsx';
import { sentence } from '../store/sentence.ts';
import styles from './cell-list.module.css';
import { isCorrectable, type TypedCells } from './use-typed-cells.ts';

type CellListProps = {
  title: string;
  cells: readonly ImportError[];
  /** Where it is given, what stands in the cells can be put right on the spot. */
  typed?: TypedCells | undefined;
  isReadOnly?: boolean;
};

/** So many are listed; the annotated file has them all. */
export const shownCells = 100;

/** The cells of a file that something is wrong with: where they are, what stands there and what could be meant. */
export function CellList({ title, cells, typed, isReadOnly = false }: CellListProps) {
  if (cells.length === 0) return null;
  const shown = cells.slice(0, shownCells);
  return (
    <div className={styles.cells}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list} aria-label={title}>
        {shown.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two
          <li key={`${cell.row} ${cell.column} ${index}`} className={styles.item}>
            <Place cell={cell} isSuggesting={!typed} />
            {typed && <CellField cell={cell} typed={typed} isReadOnly={isReadOnly} />}
          </li>
        ))}
      </ul>
      {cells.length > shownCells && (
        <p className={styles.note}>And more: the file with notes has them all.</p>
      )}
    </div>
  );
}

type CellFieldProps = { cell: ImportError; typed: TypedCells; isReadOnly: boolean };

/** What stands in the cell, to be put right, and beside it what could be meant, to be taken. */
function CellField({ cell, typed, isReadOnly }: CellFieldProps) {
  const { column, suggestion } = cell;
  if (column === null) return null;
  if (!isCorrectable(cell)) return <span className={styles.note}>It is too long to be corrected here.</span>;
  return (
    <div className={styles.field}>
      <input
        aria-label={placeOf(cell)}
        className={styles.input}
        value={typed.textOf(cell)}
        onChange={({ target }) => typed.type(cell, target.value)}
        readOnly={isReadOnly}
        autoComplete="off"
        spellCheck={false}
      />
      {suggestion !== undefined && (
        <Button
          className={styles.suggestion}
          aria-label={`Did you mean ${suggestion}? ${placeOf(cell)}`}
          disabled={isReadOnly || typed.textOf(cell) === suggestion}
          focusableWhenDisabled
          onClick={() => typed.type(cell, suggestion)}
        >
          <span>
            Did you mean <Bdi text={suggestion} />?
          </span>
        </Button>
      )}
    </div>
  );
}

const Place = ({ cell, isSuggesting }: { cell: ImportError; isSuggesting: boolean }) => (
  <>
    <strong>{placeOf(cell)}</strong>
    {cell.value !== '' && (
      <>
        {': '}
        <code>
          <Bdi text={cell.value} />
        </code>
      </>
    )}
    <span className={styles.note}>
      {sentence(cell.message)}{' '}
      {isSuggesting && cell.suggestion !== undefined && <>Did you mean {cell.suggestion}?</>}
    </span>
  </>
);

const placeOf = ({ row, column }: ImportError) => (column === null ? `Row ${row}` : `Row ${row}, ${column}`);
