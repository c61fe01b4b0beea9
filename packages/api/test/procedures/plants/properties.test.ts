import { isOnPostgresql } from '@plant-store/db/testing';
import { parseJson, StoredPlant } from '@plant-store/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyBody, validBody } from '../../generated-bodies.ts';
import { startStore } from '../../store.ts';

// PostgreSQL needs fewer runs, as only its texts and numbers differ, not the bodies. Each run uses other random values.
const [validBodies, bodies] = isOnPostgresql ? [200, 250] : [600, 1_000];

const names = /zod|prisma|sqlite|node_modules|\.ts\b|at \w+ \(/i;

test('200 for any valid body, with the plant and its exact id', async () => {
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
      // This test checks the schema of rows, as the server does not parse them.
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

test('200, or 400 with the reason, for any body', async () => {
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
      // A message names no parser, database or file. The input that it repeats can contain such a word by chance.
      if (!names.test(Buffer.from(body).toString())) expect(said.message).not.toMatch(names);
    }),
    { numRuns: bodies },
  );
  expect(statuses).toEqual(new Set([200, 400]));
});
