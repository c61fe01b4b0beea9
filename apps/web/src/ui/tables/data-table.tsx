import type { FocusEvent, ReactNode } from 'react';
import { type Content, contentOf } from '../text/content.tsx';
import hidden from '../text/visually-hidden.module.css';
import styles from './data-table.module.css';
import table from './table.module.css';

/** The look of a cell: `name` is the row's heading, `fact` is short and does not wrap, `actions` has the buttons. */
type CellKind = 'name' | 'fact' | 'text' | 'actions';

export type Column = { name: string; kind: CellKind };

/** The columns of a table, in the order of their kinds. */
export const columnsOf = <Key extends string>(
  names: Record<NoInfer<Key>, string>,
  kinds: Record<Key, CellKind>,
) => (Object.keys(kinds) as Key[]).map((key): Column => ({ name: names[key], kind: kinds[key] }));

const looks: Record<CellKind, string> = {
  name: `${table.main} ${styles.name}`,
  fact: `${table.soft} ${table.fixed} ${styles.fact} ${styles.short}`,
  text: `${table.soft} ${styles.fact} ${styles.text}`,
  actions: `${table.actions} ${styles.actions}`,
};

type DataTableProps = {
  label: string;
  columns: readonly Column[];
  isBusy?: boolean;
  children: ReactNode;
};

// Some browsers drop the role of a table that is laid out as blocks, so each role is explicit.
/** A table whose heading stays visible. On a narrow screen, each row has a line for the name and a line for the facts. */
export const DataTable = ({ label, columns, isBusy = false, children }: DataTableProps) => (
  <div data-list>
    <table role="table" className={table.table} aria-label={label} aria-busy={isBusy}>
      <thead role="rowgroup" className={table.head}>
        <tr role="row">
          {columns.map(({ name, kind }) => (
            <th key={name} role="columnheader" scope="col" className={looks[kind]}>
              {kind === 'actions' ? <span className={hidden.visuallyHidden}>{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onFocus={keepLast}>
        {children}
      </tbody>
    </table>
  </div>
);

/** A row; `index` counts from 0. After the row is removed, the focus moves to the next row by this number. */
export const Row = ({ index, children }: { index?: number; children: ReactNode }) => (
  <tr role="row" className={`${table.row} ${styles.row}`} data-index={index}>
    {children}
  </tr>
);

type CellProps = Content & {
  kind: CellKind;
  /** The column's name, shown in small letters on a phone before a cell that is unclear without it. */
  folded?: string;
};

export const Cell = ({ kind, folded, ...content }: CellProps) =>
  kind === 'name' ? (
    <th role="rowheader" scope="row" className={looks.name}>
      {contentOf(content)}
    </th>
  ) : (
    <td role="cell" className={looks[kind]} data-folded={folded?.toLowerCase()}>
      {contentOf(content)}
    </td>
  );

export const LoadingRows = ({ columns }: { columns: readonly Column[] }) =>
  [0, 1, 2, 3, 4].map((index) => (
    <Row key={index}>
      {columns.map(({ name, kind }) => (
        <Cell key={name} kind={kind}>
          {kind !== 'actions' && <span className={styles.bar} />}
        </Cell>
      ))}
    </Row>
  ));

function keepLast({ target, currentTarget }: FocusEvent<HTMLElement>) {
  currentTarget.dataset.last = target.closest('tr')?.dataset.index ?? '';
}
