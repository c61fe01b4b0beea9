import { rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { expect, vi } from 'vitest';
import type { Server } from '../child-process.ts';
import type { Site } from '../project.ts';
import { type Answer, add } from '../requests.ts';

let lastId = 0;

/** Adds plants on several connections until `stop`, or until the server has ended. */
export function startLoad(server: Site, token: string, connections = 8) {
  const { outcomes, until, stop } = startClients<Answer>(connections, async (tell) => {
    const id = ++lastId;
    const answer = await add(server, token, id).catch(() => undefined);
    tell(answer ?? { id, status: 0, message: '', retryAfter: null });
    return answer !== undefined;
  });
  return {
    answers: outcomes,
    stop,
    /** Resolves after `more` further answers with that status. */
    until: (wanted: number, more: number) => until(({ status }) => status === wanted, more),
  };
}

export const withStatus = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);

/** The distinct messages of the 503 answers, all of which must have Retry-After. */
export function refusals(answers: Answer[]): string[] {
  const refused = withStatus(answers, 503);
  for (const { retryAfter } of refused) expect(retryAfter).toMatch(/^[1-9]\d*$/);
  return [...new Set(refused.map(({ message }) => message))];
}

/** Expects a sound file at `path` with every acknowledged plant, no refused plant, and no unknown plant. */
export async function expectKept(path: string, answers: Answer[]) {
  const rows = await rowsOf(`file:${path}`, 'SELECT id, name FROM plants');
  const stored = new Set(rows.map(({ id }) => Number(id)));
  for (const { id, name } of rows) expect(name).toBe(`plant ${id}`);
  const acknowledged = withStatus(answers, 200).map(({ id }) => id);
  expect(
    acknowledged.filter((id) => !stored.has(id)),
    `of ${acknowledged.length} acknowledged`,
  ).toEqual([]);
  const denied = answers.filter(({ message }) => message.includes('nothing was stored')).map(({ id }) => id);
  expect(
    denied.filter((id) => stored.has(id)),
    `of ${denied.length} said not to be stored`,
  ).toEqual([]);
  const asked = new Set(answers.map(({ id }) => id));
  expect([...stored].filter((id) => !asked.has(id))).toEqual([]);
  expect(await rowsOf(`file:${path}`, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}

/** The problem that `/readyz` reports; `undefined` if it is ready. */
export async function whyNotReady({ url }: Site): Promise<string | undefined> {
  const response = await fetch(`${url}/readyz`);
  const { message } = (await response.json()) as { message?: string };
  expect([response.status, message === undefined]).toEqual(
    message === undefined ? [200, true] : [503, false],
  );
  return message;
}

/** Waits, without writing, until `/readyz` reports the expected problem; `undefined` for ready. */
export const untilReadiness = (server: Site, expected: RegExp | undefined) =>
  vi.waitFor(
    async () => {
      const why = await whyNotReady(server);
      if (expected) expect(why).toMatch(expected);
      else expect(why).toBeUndefined();
    },
    { interval: 50 },
  );

/** Ends the server like a power cut, as far as a process can see. */
export async function kill(server: Server) {
  server.child.kill('SIGKILL');
  await server.ended;
}
