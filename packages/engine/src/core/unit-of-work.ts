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
};

/** A unit that a module exports as `name`. @param module its `import.meta.url` */
export const unitOfWork = <Input, Result>(
  module: string,
  name: string,
  steps: UnitOfWork<Input, Result>['steps'],
): UnitOfWork<Input, Result> => ({ module, name, steps });

/** A unit of one statement, which needs no transaction of its own. `event` is recorded if the statement returns a row. */
export type OneStep<Input, Row> = Exported & {
  step(input: Input, engine: Engine): { statement: Statement; event: object };
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
