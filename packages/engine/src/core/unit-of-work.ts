import type { OnProgress } from './progress.ts';
import type { Engine, Statement, Steps } from './sql.ts';

type UnitTools = {
  engine: Engine;
  /** Reports progress. It throws after a cancellation by the caller; that undoes the whole unit. */
  onProgress: OnProgress;
};

type Exported = { module: string; name: string };

/** Threads find a unit by module and export, so input and result must be cloneable. SQLite interrupts no statement. */
export type UnitOfWork<Input, Result> = Exported & {
  steps(input: Input, tools: UnitTools): Steps<Result>;
  /**
   * The usual case as one statement of PostgreSQL, in place of several round trips. Where `resultOf` gives `undefined`, or the
   * server refuses a value or a row, nothing was stored, and the steps run.
   */
  atOnce?(input: Input): Step & { resultOf(rows: unknown[]): Result | undefined };
};

/** A unit that a module exports as `name`. @param module its `import.meta.url` */
export const unitOfWork = <Input, Result>(
  module: string,
  name: string,
  steps: UnitOfWork<Input, Result>['steps'],
  atOnce?: UnitOfWork<Input, Result>['atOnce'],
): UnitOfWork<Input, Result> => ({ module, name, steps, ...(atOnce && { atOnce }) });

/** A statement that needs no transaction of its own. */
export type Step = {
  statement: Statement;
  /** Is recorded if the statement returns a row. */
  event?: object;
  /** On PostgreSQL: what else is written for the rows of `written`. It reads the tables as they were before the statement. */
  also?(written: Statement): Statement[];
  /** The row that is locked. Steps that share a statement lock their rows in this order, so that these make no deadlock. */
  row?: bigint;
};

/** A unit of one statement. */
export type OneStep<Input, Row> = Exported & {
  step(input: Input, engine: Engine): Omit<Step, 'also'>;
  /** Only for types. */
  row?: Row;
};

/** A unit of one statement that a module exports as `name`. Its result is the rows. @param module its `import.meta.url` */
export const oneStep = <Input, Row>(
  module: string,
  name: string,
  step: OneStep<Input, Row>['step'],
): OneStep<Input, Row> => ({ module, name, step });

export type WorkOptions = { onProgress?: OnProgress | undefined; signal?: AbortSignal | undefined };
