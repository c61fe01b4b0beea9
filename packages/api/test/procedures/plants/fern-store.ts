import { startStore } from '../../store.ts';

const json = { 'content-type': 'application/json' };

/** A store with one plant, and functions that send changes to it. */
export async function storeWithFern(options?: Parameters<typeof startStore>[0], start = startStore) {
  const store = await start(options);
  const made = await store.post({ id: 7, name: 'Fern', tag: 'shade' });
  const write =
    (method: string) =>
    (body: unknown, headers: Record<string, string> = {}, path = '/plants/7') =>
      store.send(path, {
        method,
        headers: { ...json, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
  return {
    ...store,
    etag: made.headers.get('etag') ?? '',
    put: write('PUT'),
    patch: write('PATCH'),
    remove: (headers: Record<string, string> = {}) => write('DELETE')(undefined, headers),
    /** Renames it, or deletes it. */
    change: (method: 'PUT' | 'PATCH' | 'DELETE', headers?: Record<string, string>, path?: string) =>
      write(method)(method === 'DELETE' ? undefined : { name: 'Moss' }, headers, path),
    read: async () => (await store.send('/plants/7')).json(),
  };
}
