import { readFileSync } from 'node:fs';

import type { Project, Site } from './project.ts';

/** The token of the first start. */
export const firstToken = ({ path }: Project): string =>
  readFileSync(path('data/first-token'), 'utf8').trim();

/** Sends a request with this token, and a body as JSON. */
export const send = (
  url: string,
  token: string,
  body?: unknown,
  { method = body === undefined ? 'GET' : 'POST', headers = {} as Record<string, string> } = {},
): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The status of a read with this token. */
export const statusFor = async ({ url }: Site, token: string): Promise<number> =>
  (await send(`${url}/plants`, token)).status;

/**
 * The status of a request that is sent after one second, however slow answers are. Earlier requests may already get
 * 401.
 */
export async function statusAfterASecond(ask: () => Promise<number>): Promise<number> {
  const endsAt = performance.now() + 1_000;
  for (;;) {
    const isLast = performance.now() > endsAt;
    const status = await ask();
    if (status === 401 || isLast) return status;
  }
}

/** An answer; status 0 for a request without an answer, after the server has ended. */
export type Answer = { id: number; status: number; message: string; retryAfter: string | null };

/** Adds a plant, whose name contains its id, and gives the answer. */
export async function add({ url }: Site, token: string, id: number): Promise<Answer> {
  const response = await send(`${url}/plants`, token, { id, name: `plant ${id}` });
  const { message = '' } = (await response.json()) as { message?: string };
  return { id, status: response.status, message, retryAfter: response.headers.get('retry-after') };
}
