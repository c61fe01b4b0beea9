import type { Engine } from '../engine/engine.ts';
import type { Steps } from '../engine/unit.ts';
import type { OnProgress } from '../progress.ts';

/** What a unit is given besides its input. */
type UnitTools = {
  engine: Engine;
  /** Tells how far it is. It throws where the work is not wanted any more, which undoes all of it. */
  onProgress: OnProgress;
};

/**
 * A unit of hand-written SQL. On SQLite it runs in a thread, which finds it by the module that exports it and by the name
 * it has there, so input and result are what can be cloned. One that may take seconds or minutes, such as a change of all
 * plants, is for `db.work`: each of its statements should take a second or less, as SQLite interrupts none.
 */
export type NamedUnit<Input, Result> = {
  module: string;
  name: string;
  steps(input: Input, tools: UnitTools): Steps<Result>;
};

/** A unit that the module at `module`, its `import.meta.url`, exports as `name`. */
export const namedUnit = <Input, Result>(
  module: string,
  name: string,
  steps: NamedUnit<Input, Result>['steps'],
): NamedUnit<Input, Result> => ({ module, name, steps });

/** Whoever wants long work done is told how far it is, and may end it, which leaves nothing of it. */
export type Wanted = { onProgress?: OnProgress | undefined; signal?: AbortSignal | undefined };
