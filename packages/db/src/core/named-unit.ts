import type { OnProgress } from './progress.ts';
import type { Engine, Steps } from './sql.ts';

type UnitTools = {
  engine: Engine;
  /** Reports progress. It throws when the caller cancels the work, which undoes all of it. */
  onProgress: OnProgress;
};

/**
 * A unit of hand-written SQL that a thread finds by its module and export, so input and result must be cloneable. One
 * that takes long is for `db.work`; its statements should take at most a second, as SQLite interrupts none.
 */
export type NamedUnit<Input, Result> = {
  module: string;
  name: string;
  steps(input: Input, tools: UnitTools): Steps<Result>;
};

/** A unit that a module exports as `name`. @param module its `import.meta.url` */
export const namedUnit = <Input, Result>(
  module: string,
  name: string,
  steps: NamedUnit<Input, Result>['steps'],
): NamedUnit<Input, Result> => ({ module, name, steps });

/** The caller of long work is told of progress, and can cancel the work. */
export type WorkOptions = { onProgress?: OnProgress | undefined; signal?: AbortSignal | undefined };
