import { Bdi } from '../../ui/text/bdi.tsx';
import type { RowCell } from '../file/row-cells.ts';
import { texts } from '../texts.tsx';
import styles from './cell-list.module.css';

const shownMax = 12;

type OtherCellsProps = {
  cells: readonly RowCell[] | undefined;
  except: string | null;
};

/** The other cells of the row to correct. They show which plant the row is about. */
export function OtherCells({ cells = [], except }: OtherCellsProps) {
  const others = except === null ? [] : cells.filter(({ column }) => column !== except);
  if (others.length === 0) return null;
  return (
    <dl className={styles.others} aria-label={texts.cells.otherCells}>
      {others.slice(0, shownMax).map(({ column, label, text }) => (
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
