import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ErrorBody, ImportResult } from '@plant-store/schema';
import type { Store } from '../store.ts';

/** Three rows, of which the second cannot be imported. */
export const file = 'id,name,tag\n1,Fern,shade\nx2,Moss,\n3,Aloe,\n';

/** The number of plants, in SQL. */
export const total = 'SELECT count(*) AS n FROM "plants"';

/** The result of an import, or the error that ended it. */
type Answer = ImportResult & ErrorBody;

/** Sends a file to a store, and gives the status and the body of the answer. */
export async function importFile(
  { send }: Pick<Store, 'send'>,
  body: string | Uint8Array,
  { query = '', ...headers }: Record<string, string> & { query?: string } = {},
) {
  const answer = await send(`/imports${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body: body as string,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
}

/**
 * Sends an import that the test writes piece by piece, as fast as the server reads. `answer` is its result, and `sent`
 * the number of written bytes.
 */
export function openImport(
  url: string,
  token: string,
  { query = '', ...headers }: Record<string, string> = {},
) {
  const post = request(`${url}/imports${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', ...headers },
  });
  let sent = 0;
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    post.on('response', async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response) });
    });
    post.on('error', reject);
  });
  answer.catch(() => undefined);
  return {
    post,
    answer,
    sent: () => sent,
    async write(piece: string | Uint8Array) {
      sent += piece.length;
      if (!post.write(piece))
        await Promise.race([new Promise((resolve) => post.once('drain', resolve)), answer]);
    },
  };
}
