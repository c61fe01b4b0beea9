import type { StoreError } from '@plant-store/schema/plain';
import type { Writer } from '../sqlite-write/writer.ts';
import { errorOf, type Failure } from '../thread/failure.ts';
import type { NamedUnit, Wanted } from '../thread/named-unit.ts';
import { type Lock, startThread } from '../thread/outside.ts';
import { assertInPlace, type FileWatch } from './file-watch.ts';
import type { StoreFiles, Told } from './thread-store.ts';
import type { LogState } from './write-ahead-log.ts';

type Parts = {
  path: string;
  files: FileWatch;
  writer: Writer;
  patienceMs?: number;
};

/**
 * How long a thread waits for the write lock, in milliseconds, which another process may need for as long as it stores a
 * million rows. Nobody else waits meanwhile; and a file may have been on its way for longer.
 */
const minutesMs = 5 * 60_000;

export type Threads = {
  /** Does long work in a thread of its own; see `Database.work`. */
  work<Input, Result>(work: NamedUnit<Input, Result>, input: Input, wanted: Wanted): Promise<Result>;
  /** Starts a thread on the store with `data`; see `startThread`. */
  run<Result>(
    script: URL,
    data: object,
    options: Wanted & { source?: AsyncIterable<Uint8Array> },
  ): Promise<Result>;
  /** Resolves when all threads are gone. */
  close(): Promise<void>;
};

/** Threads that work on the store beside its writer, which waits while one of them writes. */
export function createThreads({ path, files, writer, patienceMs = minutesMs }: Parts): Threads {
  const running = new Set<Promise<void>>();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other. */
  async function lock(): Promise<Lock['unlock']> {
    const { promise: mine, resolve: release } = Promise.withResolvers<void>();
    const before = turn;
    turn = before.then(() => mine);
    await before;
    const goOn = await writer.pause();
    return ({ seconds }) => {
      if (seconds !== undefined) writer.tell(1, seconds);
      goOn();
      release();
    };
  }

  async function run<Result>(
    script: URL,
    data: object,
    options: Wanted & { source?: AsyncIterable<Uint8Array> },
  ): Promise<Result> {
    assertInPlace(files, writer, 'nothing was stored');
    const store: StoreFiles = { path, opened: files.opened, patienceMs };
    let takeBack: ((found?: LogState) => void) | undefined;
    // While a file is on its way, which may take long, the log is the writer's.
    const lockWithLog = async (): Promise<Lock> => {
      const unlock = await lock();
      if (running.has(gone)) takeBack ??= await writer.log.leave();
      return { told: { isLogLeft: writer.log.isHalfMoved() } satisfies Told, unlock };
    };
    let found: Note | undefined;
    const onEnd = (note: unknown) => {
      found = note as Note | undefined;
    };
    const { result, ended } = startThread<Result>(
      script,
      { files: store, ...data },
      { ...options, lock: lockWithLog, onEnd },
    );
    const gone = ended.then(() => {
      running.delete(gone);
      takeBack?.(found && { ...found, fault: found.fault && (errorOf(found.fault) as StoreError) });
    });
    running.add(gone);
    return result;
  }

  return {
    run,
    work: ({ module, name }, input, wanted) =>
      run(new URL('./work-thread.ts', import.meta.url), { module, name, input }, wanted),
    close: async () => void (await Promise.all(running)),
  };
}

/** What a thread has found out about the log at its end. */
type Note = { fault: Failure | undefined; isHalfMoved: boolean };
