import { startStore } from '../../store.ts';

export type Bulk = {
  results: { status: number; plant?: object; error?: { error: number; message: string } }[];
  receipt: number;
};

/** A store with two more functions: `sendTo` posts JSON, and the other lists its plants by id. */
export async function bulkStore(start = startStore) {
  const store = await start();
  const send = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    store.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  return { ...store, sendTo: send, list: async () => (await store.send('/plants?sort=id')).json() };
}

export const named = (id: number) => ({ id, name: `plant ${id}` });
