import type { ImportError } from '@plant-store/schema';
import { sentence } from '../../api/sentence.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import type { RowCell, RowCells } from '../file/row-cells.ts';
import { texts } from '../texts.tsx';
import styles from './cell-list.module.css';
import { isCorrectable, type TypedCells } from './use-typed-cells.ts';

type CellListProps = {
  id?: string;
  title: string;
  cells: readonly ImportError[];
  typed?: TypedCells | undefined;
  isReadOnly?: boolean;
  /** True after an import, when the page no longer shows the options. */
  isDone?: boolean;
  /** The other cells of the listed rows that the browser has read. */
  otherCells?: RowCells | undefined;
};

/** The maximum number of cells in the list. The annotated file has all of them. */
export const shownCells = 100;
const otherCellsMax = 12;

export function CellList({
  id,
  title,
  cells,
  typed,
  isReadOnly = false,
  isDone = false,
  otherCells,
}: CellListProps) {
  if (cells.length === 0) return null;
  const shown = cells.slice(0, shownCells);
  return (
    <div className={styles.cells}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.list} aria-label={title}>
        {shown.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two
          <li key={`${cell.row} ${cell.column} ${index}`} className={styles.item}>
            <Place cell={cell} isSuggesting={!typed} isDone={isDone} />
            <OtherCells cells={otherCells?.get(cell.row)} except={cell.column} />
            {typed && <CellField cell={cell} typed={typed} isReadOnly={isReadOnly} />}
          </li>
        ))}
      </ul>
      {cells.length > shownCells && <p className={styles.note}>{texts.cells.more}</p>}
    </div>
  );
}

type CellFieldProps = { cell: ImportError; typed: TypedCells; isReadOnly: boolean };

function CellField({ cell, typed, isReadOnly }: CellFieldProps) {
  const { column, suggestion } = cell;
  if (column === null) return <span className={styles.note}>{texts.cells.wholeRow}</span>;
  if (!isCorrectable(cell)) return <span className={styles.note}>{texts.cells.tooLong}</span>;
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
          aria-label={texts.cells.suggestionLabel(suggestion, placeOf(cell))}
          disabled={isReadOnly || typed.textOf(cell) === suggestion}
          onClick={() => typed.type(cell, suggestion)}
        >
          <span>{texts.cells.suggestionButton(suggestion)}</span>
        </Button>
      )}
    </div>
  );
}

type PlaceProps = { cell: ImportError; isSuggesting: boolean; isDone: boolean };

const Place = ({ cell, isSuggesting, isDone }: PlaceProps) => (
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
      {/* For a taken id it names the choice on the page instead of the parameter of the API. */}
      <Sentence
        text={sentence(cell.holder === undefined ? cell.message : texts.cells.taken(cell.holder, isDone))}
      />{' '}
      {isSuggesting && cell.suggestion !== undefined && (
        <Sentence text={texts.cells.suggestion(cell.suggestion)} />
      )}
    </span>
  </>
);

const placeOf = ({ row, column }: ImportError) => texts.cells.place(row, column);

type OtherCellsProps = { cells: readonly RowCell[] | undefined; except: string | null };

/** The other cells of the row to correct. They show which plant the row is about. */
function OtherCells({ cells = [], except }: OtherCellsProps) {
  const others = except === null ? [] : cells.filter(({ column }) => column !== except);
  if (others.length === 0) return null;
  return (
    <dl className={styles.others} aria-label={texts.cells.otherCells}>
      {others.slice(0, otherCellsMax).map(({ column, label, text }) => (
        <div key={column}>
          <dt>{label}</dt>
          <dd>
            <Bdi text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
