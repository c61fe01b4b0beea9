import { setTimeout as wait } from 'node:timers/promises';
import { startClients } from '@plant-store/db/testing/clients';
import type { PlantEvent } from '@plant-store/schema';
import { expect } from 'vitest';

/** `FOLLOW_SECONDS=300 npm test -- apps/api -t 'a copy by export'` repeats the round for five minutes, on each engine. */
const seconds = Number(process.env.FOLLOW_SECONDS ?? 0);

type Store = { url: string; token: string };
type Plant = { id: number; name: string; tag?: string };
type Copy = Map<number, Plant>;

/** The ids of the writers. Odd ones are free for others. */
const ids = Array.from({ length: 1_000 }, (_, index) => 2 * index);
const markId = -1;

const below = (end: number) => Math.floor(end * Math.random());
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const someIds = () => [...new Set(Array.from({ length: 1 + below(40) }, () => oneOf(ids)))];

let names = 0;
const nextName = () => `plant ${++names}`;
let newId = 1_000_000;
const fileOf = (listed: number[]) => `id,name\n${listed.map((id) => `${id},${nextName()}\n`).join('')}`;

/** The answer, or `undefined` if the server is ending. */
export async function ask({ url, token }: Store, request: string, body?: object | string) {
  const [method = '', path = ''] = request.split(' ');
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
    accept: path === '/plants/export' ? 'application/x-ndjson' : 'application/json',
  };
  const sent = {
    method,
    headers,
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
  try {
    const answer = await fetch(url + path, sent);
    const text = await answer.text();
    return [502, 503].includes(answer.status) ? undefined : { answer, status: answer.status, text };
  } catch {
    return undefined;
  }
}

type Write = (store: Store, receipts: string[]) => ReturnType<typeof ask>;

const writes: Record<string, Write> = {
  // Nobody writes it again, so a copy that reads too early never has it.
  addNew: (store) => ask(store, 'POST /plants', { id: ++newId, name: nextName() }),
  add: (store) => ask(store, 'POST /plants', { id: oneOf(ids), name: nextName() }),
  put: (store) => ask(store, `PUT /plants/${oneOf(ids)}`, { name: nextName() }),
  change: (store) => ask(store, `PATCH /plants/${oneOf(ids)}`, { name: nextName() }),
  delete: (store) => ask(store, `DELETE /plants/${oneOf(ids)}`),
  restore: (store) => ask(store, `POST /plants/${oneOf(ids)}/restore`),
  import: (store) => ask(store, 'POST /imports?duplicates=update', fileOf(someIds())),
  addMany: (store) =>
    ask(store, 'POST /plants/bulk?mode=partial', {
      plants: someIds().map((id) => ({ id, name: nextName() })),
    }),
  changeMany: (store) => ask(store, 'POST /plants/bulk/edit', { ids: someIds(), tag: nextName() }),
  deleteMany: (store) => ask(store, 'POST /plants/bulk/delete', { ids: someIds() }),
  undo: (store, receipts) =>
    ask(store, `POST /receipts/${receipts.splice(below(receipts.length), 1)[0] ?? 1}/undo`),
};
const single = ['addNew', 'addNew', 'add', 'put', 'change', 'delete', 'restore'];
const kinds = [...single, ...single, ...Object.keys(writes)];

/**
 * Lets eight writers write, while a copy is made by the export and then follows the feed. `amid` disturbs the store in
 * the middle of the writes. The copy must be equal to the store in the end.
 */
export async function followWriters(store: Store, amid: (goOn: GoOn) => Promise<void>) {
  await ask(store, 'POST /imports?duplicates=update', fileOf(ids));
  const endsAt = performance.now() + 1_000 * seconds;
  do await followOnce(store, amid);
  while (performance.now() < endsAt);
}

/** Resolves after this number of further writes. */
type GoOn = (count: number) => Promise<void>;

async function followOnce(store: Store, amid: (goOn: GoOn) => Promise<void>) {
  const receipts: string[] = [];
  let turn = 0;
  const writers = startClients<string>(8, async (tell) => {
    const kind = kinds[turn++ % kinds.length] ?? '';
    const answer = await writes[kind]?.(store, receipts);
    if (!answer) return void (await wait(20));
    const { status, text } = answer;
    expect(status < 500, text).toBe(true);
    const [, receipt] = /"receipt":(\d+)/.exec(text) ?? [];
    if (receipt) receipts.push(receipt);
    if (status < 300) tell(kind);
  });
  const goOn = (count: number) => writers.until(() => true, count);
  await goOn(50);
  const copy = await startCopy(store);
  await goOn(50);
  await amid(goOn);
  await goOn(50);
  // Each kind succeeds: a restore may need many tries until its random id is of a deleted plant.
  while (new Set(writers.outcomes).size < Object.keys(writes).length) await goOn(10);
  await writers.stop();
  await copy.expectEqual();
}

/** A copy of the store, made by the export, which follows the feed until `expectEqual`. */
export async function startCopy(store: Store) {
  const { copy, position } = await exportOf(store);
  const mark = nextName();
  const following = follow(store, { copy, after: position, mark });
  following.catch(() => undefined);
  return {
    /** Expects the copy to be equal to the store, in which nobody writes any more. */
    async expectEqual() {
      while (!(await ask(store, `PUT /plants/${markId}`, { name: mark }))) await wait(20);
      const isThere = await following;
      const { copy: stored } = await exportOf(store);
      const different = [...new Set([...copy.keys(), ...stored.keys()])]
        .map((id) => ({ id, copy: copy.get(id), stored: stored.get(id) }))
        .filter((one) => JSON.stringify(one.copy) !== JSON.stringify(one.stored));
      expect(different).toEqual([]);
      expect([...isThere].filter(([id, is]) => is !== stored.has(id))).toEqual([]);
    },
  };
}

async function exportOf(store: Store): Promise<{ copy: Copy; position: string }> {
  const exported = await ask(store, 'GET /plants/export');
  expect(exported?.status).toBe(200);
  const lines = exported?.text.split('\n').filter(Boolean) ?? [];
  const plants = lines.map((line) => JSON.parse(line) as Plant);
  return {
    copy: new Map(plants.map((plant) => [plant.id, plant])),
    position: exported?.answer.headers.get('events-position') ?? '',
  };
}

type Event = Pick<PlantEvent, 'position' | 'type'> & { id: number; plant?: Plant };

/** Applies each event to the copy, until the plant with the name `mark`. Gives whether the last event left a plant. */
async function follow(store: Store, { copy, after, mark }: { copy: Copy; after: string; mark: string }) {
  const isThere = new Map<number, boolean>();
  const positions = new Set<string>();
  for (let isAtEnd = false; !isAtEnd; ) {
    const page = await ask(store, `GET /events?after=${after}&limit=${oneOf([1, 10, 100, 1_000])}&wait=1`);
    if (!page) {
      await wait(20);
      continue;
    }
    expect([page.status, page.text]).toEqual([200, expect.any(String)]);
    const events = JSON.parse(page.text) as Event[];
    // A follower may stop after any event, and continue from its position.
    const applied = below(3) === 0 ? events.slice(0, 1 + below(events.length)) : events;
    for (const { id, type, plant, position } of applied) {
      if (plant) copy.set(id, plant);
      else copy.delete(id);
      // Events have the order of the writes, so a plant is added and deleted in turn.
      const isAdded = type === 'plant.created' || type === 'plant.restored';
      expect({ id, type, wasThere: isThere.get(id) }).not.toEqual({ id, type, wasThere: isAdded });
      isThere.set(id, type !== 'plant.deleted');
      expect(positions.has(position)).toBe(false);
      positions.add(position);
      isAtEnd ||= plant?.name === mark;
    }
    const [, next = ''] =
      /[?&]after=([\w-]+)[^>]*>; rel="next"/.exec(page.answer.headers.get('link') ?? '') ?? [];
    after = applied.length < events.length ? (applied.at(-1)?.position ?? '') : next;
    if (events.length === 0) await wait(50);
  }
  return isThere;
}
