import type { Engine } from '../engine/engine.ts';
import type { Steps } from '../engine/unit.ts';
import type { OnProgress } from '../progress.ts';

/** What long work is given besides its input. */
type WorkTools = {
  engine: Engine;
  /** Tells how far it is. It throws where the work is not wanted any more, which undoes all of it. */
  onProgress: OnProgress;
};

/**
 * A unit that may take seconds or minutes, such as a change of all plants. On SQLite it runs in a thread, which finds it
 * by the module that exports it and by the name it has there, so input and result are what can be cloned. As SQLite
 * does not let a statement be interrupted, each should do its part of the work in a second or less.
 */
export type LongWork<Input, Result> = {
  module: string;
  name: string;
  steps(input: Input, tools: WorkTools): Steps<Result>;
};

/** Long work that the module at `module`, its `import.meta.url`, exports as `name`. */
export const longWork = <Input, Result>(
  module: string,
  name: string,
  steps: LongWork<Input, Result>['steps'],
): LongWork<Input, Result> => ({ module, name, steps });

/** Who wants long work done: is told how far it is, and may end it, which leaves nothing of it. */
export type Wanted = { onProgress?: OnProgress | undefined; signal?: AbortSignal | undefined };
