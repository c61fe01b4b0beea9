import { workerData } from 'node:worker_threads';
import { workInside } from '../thread/inside.ts';
import type { NamedUnit } from '../thread/named-unit.ts';
import { openThreadStore, type StoreFiles, type ThreadStore } from './thread-store.ts';

// A thread for long work on the store: it is told where that is described, and what it is about.
const { files, module, name, input } = workerData as {
  files: StoreFiles;
  module: string;
  name: string;
  input: unknown;
};

let store: ThreadStore | undefined;

await workInside(
  async (inside) => {
    store = openThreadStore(files, inside);
    const work = (await import(module))[name] as NamedUnit<unknown, unknown>;
    const tools = { engine: 'sqlite', onProgress: inside.onProgress } as const;
    return store.transact(() => work.steps(input, tools));
  },
  () => store?.close(),
);
