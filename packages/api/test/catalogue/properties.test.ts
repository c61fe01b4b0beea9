import { isOnPostgresql } from '@plant-store/db/testing';
import { parseJson, StoredPlant } from '@plant-store/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyBody, validBody } from '../generated-bodies.ts';
import { startStore } from '../store.ts';

// What PostgreSQL does to texts and numbers shows in fewer; the shapes of bodies are no matter of the engine.
const share = isOnPostgresql ? 0.25 : 1;
const validBodies = 2_000 * share;
const bodies = 4_000 * share;
const written = (count: number) => count.toLocaleString('en-US');

const names = /zod|prisma|sqlite|node_modules|\.ts\b|at \w+ \(/i;

test(`${written(validBodies)} valid bodies: 200 with the plant, and its id comes back exact`, {
  timeout: 60_000,
}, async () => {
  const { post, send } = await startStore();
  const stored = new Map<bigint, object>();
  await fc.assert(
    fc.asyncProperty(validBody, async ({ id, body, plant }) => {
      const answer = await post(body);
      if (stored.has(id)) {
        expect(answer.status).toBe(400);
        return;
      }
      expect([answer.status, await answer.json()]).toEqual([200, plant]);
      stored.set(id, plant);
      expect(answer.headers.get('location')).toBe(`/plants/${id}`);
      const read = await (await send(`/plants/${id}`)).text();
      expect(read.startsWith(`{"id":${id},"name":`)).toBe(true);
      // The server trusts the rows of its own store, so their schema is held here.
      expect(StoredPlant.parse(parseJson(read))).toEqual({ id, ...plant });
    }),
    { numRuns: validBodies },
  );
  const listed = await (await send('/plants?limit=200')).text();
  expect(StoredPlant.array().parse(parseJson(listed))).toEqual(
    [...stored]
      .slice(-200)
      .toReversed()
      .map(([id, plant]) => ({ id, ...plant })),
  );
});

test(`${written(bodies)} bodies of every kind: 200, or a 400 that says why, and nothing else`, {
  timeout: 60_000,
}, async () => {
  const { post } = await startStore();
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const answer = await post(body);
      statuses.add(answer.status);
      const said = (await answer.json()) as Record<string, unknown>;
      if (answer.status === 200) {
        expect(Object.keys(said).filter((key) => key !== 'tag')).toEqual(['name']);
        return;
      }
      expect(answer.status).toBe(400);
      expect(Object.keys(said)).toEqual(['error', 'message']);
      expect([40001, 40003, 40004]).toContain(said.error);
      expect(said.message).toMatch(/\S/);
      // Whose parser, database or file it was is nobody's business.
      // What was sent may be said again, and have such a word by chance.
      if (!names.test(Buffer.from(body).toString())) expect(said.message).not.toMatch(names);
    }),
    { numRuns: bodies },
  );
  expect(statuses).toEqual(new Set([200, 400]));
});
