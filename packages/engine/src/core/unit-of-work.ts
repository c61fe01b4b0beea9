import type { OnProgress } from './progress.ts';
import type { Engine, Steps } from './sql.ts';

type UnitTools = {
  engine: Engine;
  /** Reports progress. It throws after a cancellation by the caller; that undoes the whole unit. */
  onProgress: OnProgress;
};

/**
 * A unit of hand-written SQL. A thread finds it by module and export, so its input and result must be cloneable.
 * `db.work` runs long units. Each of its statements should last at most a second, as SQLite interrupts none.
 */
export type UnitOfWork<Input, Result> = {
  module: string;
  name: string;
  steps(input: Input, tools: UnitTools): Steps<Result>;
};

/** A unit that a module exports as `name`. @param module its `import.meta.url` */
export const unitOfWork = <Input, Result>(
  module: string,
  name: string,
  steps: UnitOfWork<Input, Result>['steps'],
): UnitOfWork<Input, Result> => ({ module, name, steps });

/** Options of long work: a listener for its progress, and a signal that cancels it. */
export type WorkOptions = { onProgress?: OnProgress | undefined; signal?: AbortSignal | undefined };
