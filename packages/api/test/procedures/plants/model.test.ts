import { isOnPostgresql } from '@plant-store/db/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Store, startStore } from '../../store.ts';

type Plant = { id: number; name: string; tag?: string };
/** The expected content of the store: plants by id, the trash, and the way to undo each receipt. */
type Model = { plants: Map<number, Plant>; trash: Map<number, Plant>; etags: Map<number, string> };

const id = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('Fern', 'Moss', 'Pūhā');
const tag = fc.constantFrom(undefined, 'shade', 'sun');
const condition = fc.constantFrom(undefined, 'known', 'stale');

const json = { 'content-type': 'application/json' };
const send = (
  store: Store,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  store.send(path, {
    method,
    headers: { ...json, ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
const tagged = (plant: { id: number; name: string; tag: string | undefined }): Plant =>
  plant.tag === undefined ? { id: plant.id, name: plant.name } : { ...plant, tag: plant.tag };

/** The headers of a conditional request, and whether its condition is true. */
function conditional(model: Model, key: number, wanted: string | undefined) {
  if (wanted === undefined) return { headers: {} as Record<string, string>, holds: true };
  const known = model.etags.get(key);
  const etag = wanted === 'known' && known ? known : '"0123456789012345678901"';
  return { headers: { 'if-match': etag }, holds: model.plants.has(key) && etag === known };
}

function stored(model: Model, plant: Plant, answer: Response) {
  model.plants.set(plant.id, plant);
  model.etags.set(plant.id, answer.headers.get('etag') ?? '');
}

const steps = {
  create: fc.record({ id, name, tag }).map((plant) => async (model: Model, store: Store) => {
    const answer = await send(store, 'POST', '/plants', plant);
    expect(answer.status).toBe(model.plants.has(plant.id) ? 400 : 200);
    if (answer.ok) stored(model, tagged(plant), answer);
  }),
  put: fc
    .record({ id, name, tag, condition })
    .map(({ condition: wanted, ...plant }) => async (model: Model, store: Store) => {
      const { headers, holds } = conditional(model, plant.id, wanted);
      const answer = await send(store, 'PUT', `/plants/${plant.id}`, plant, headers);
      expect(answer.status).toBe(!holds ? 412 : model.plants.has(plant.id) ? 200 : 201);
      if (answer.ok) stored(model, tagged(plant), answer);
    }),
  patch: fc
    .record({
      id,
      patch: fc.record({ name, tag: fc.constantFrom('sun', null) }, { requiredKeys: [] }),
      condition,
    })
    .map(({ id: key, patch, condition: wanted }) => async (model: Model, store: Store) => {
      const old = model.plants.get(key);
      const { headers, holds } = conditional(model, key, wanted);
      const answer = await send(store, 'PATCH', `/plants/${key}`, patch, headers);
      expect(answer.status).toBe(!old ? 404 : holds ? 200 : 412);
      if (!answer.ok || !old) return;
      const { tag: newTag = old.tag, ...rest } = patch;
      stored(model, tagged({ ...old, ...rest, tag: newTag ?? undefined }), answer);
    }),
  remove: fc
    .record({ id, condition })
    .map(({ id: key, condition: wanted }) => async (model: Model, store: Store) => {
      const old = model.plants.get(key);
      const { headers, holds } = conditional(model, key, wanted);
      const answer = await send(store, 'DELETE', `/plants/${key}`, undefined, headers);
      expect(answer.status).toBe(!old ? 404 : holds ? 204 : 412);
      if (!answer.ok || !old) return;
      model.plants.delete(key);
      model.trash.set(key, old);
    }),
  restore: id.map((key) => async (model: Model, store: Store) => {
    const answer = await send(store, 'POST', `/plants/${key}/restore`);
    const there = model.trash.get(key);
    expect(answer.status).toBe(!there ? 404 : model.plants.has(key) ? 400 : 200);
    if (!answer.ok || !there) return;
    model.trash.delete(key);
    stored(model, there, answer);
  }),
  undone: fc
    .record({
      ids: fc.uniqueArray(id, { minLength: 1 }),
      tag: fc.constantFrom('sun', null),
      isDeleted: fc.boolean(),
    })
    .map(({ ids, tag: newTag, isDeleted }) => async (model: Model, store: Store) => {
      const action = isDeleted ? 'delete' : 'edit';
      const done = await send(
        store,
        'POST',
        `/plants/bulk/${action}`,
        isDeleted ? { ids } : { ids, tag: newTag },
      );
      const { receipt, missing } = (await done.json()) as { receipt: number; missing: number[] };
      expect(missing).toEqual(ids.filter((key) => !model.plants.has(key)));
      const undone = await (await send(store, 'POST', `/receipts/${receipt}/undo`)).json();
      expect(undone).toMatchObject({ leftCount: 0 });
      // After a restore, earlier plants with the same id stay in the trash.
    }),
};

const anyStep = fc.oneof(...Object.values(steps));

test('any sequence of requests leaves the store as a simple model predicts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (sequence) => {
      const store = await startStore();
      const model: Model = { plants: new Map(), trash: new Map(), etags: new Map() };
      for (const step of sequence) {
        await step(model, store);
        const listed = (await (await store.send('/plants?sort=id')).json()) as Plant[];
        expect(listed).toEqual([...model.plants.values()].sort((a, b) => a.id - b.id));
      }
      for (const plant of model.plants.values()) {
        const answer = await store.send(`/plants/${plant.id}`);
        expect(await answer.json()).toEqual(plant);
        expect(answer.headers.get('etag')).toBe(model.etags.get(plant.id));
        const [last] = (await (await store.send(`/plants/${plant.id}/history`)).json()) as { plant: Plant }[];
        expect(last?.plant).toEqual(plant);
      }
      const trash = (await (await store.send('/trash')).json()) as Plant[];
      const restorable = [...model.trash.keys()].filter((key) => !model.plants.has(key));
      expect(new Set(trash.map((plant) => plant.id))).toEqual(new Set(restorable));
      await store.stop();
    }),
    { numRuns: isOnPostgresql ? 5 : 10 },
  );
});
