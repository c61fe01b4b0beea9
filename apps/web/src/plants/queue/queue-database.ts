import type { PlantField } from '@plant-store/schema';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { unknownOwner } from './queue-owner.ts';
import { isInState, QueuedPlant } from './queued-plant.ts';

/** A record that this version cannot read. It is kept until a person removes it. */
export type Damaged = { seq: number; owner: string; record: unknown };

/** Text in a form that was not submitted. */
type Draft = { tab: string; owner: string; values: Record<PlantField, string> };

/** The browser's database: plants and drafts that stay after the page is closed. */
export type QueueDatabase = Awaited<ReturnType<typeof openQueueDatabase>>;

interface Schema extends DBSchema {
  plants: { key: number; value: QueuedPlant; indexes: { owner: string } };
  damaged: { key: number; value: Damaged; indexes: { owner: string } };
  drafts: { key: [owner: string, tab: string]; value: Draft; indexes: { owner: string } };
}

/**
 * Opens the browser's database. @param tab the name of this tab, under which its draft is stored. @throws DOMException
 * if the browser stores nothing (private mode, full disk), or a newer version of the page has changed the database.
 */
export async function openQueueDatabase(tab: string) {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  let wasDeleted = false;
  const open = () => {
    opened ??= openDB<Schema>('plant-store', 1, {
      // A released step never changes. The next version gets a step of its own.
      upgrade: (db, oldVersion) => {
        if (oldVersion >= 1) return;
        const plants = db.createObjectStore('plants', { keyPath: 'seq', autoIncrement: true });
        plants.createIndex('owner', 'owner');
        db.createObjectStore('damaged', { keyPath: 'seq' }).createIndex('owner', 'owner');
        db.createObjectStore('drafts', { keyPath: ['owner', 'tab'] }).createIndex('owner', 'owner');
      },
      // Closes the database, as a newer version of the page waits for it. The next access opens it again.
      blocking: (_current, version, event) => {
        wasDeleted ||= version === null;
        (event.target as IDBDatabase).close();
        opened = undefined;
      },
      terminated: () => {
        wasDeleted = true;
        opened = undefined;
      },
    }).catch((cause) => {
      opened = undefined;
      throw cause;
    });
    return opened;
  };
  await open();
  return {
    tab,
    /**
     * Reads the plants of an owner in the order of typing. An unreadable record moves to the damaged records. With
     * `wasDeleted`, earlier plants are missing because the browser has deleted its data.
     */
    async read(owner: string) {
      const found = await readAll(await open(), owner);
      const answer = { ...found, wasDeleted };
      wasDeleted = false;
      return answer;
    },
    /** Stores all these plants, and removes the draft of this tab. Resolves to their `seq`s. */
    async add(plants: readonly QueuedPlant[], keepsDraft = false) {
      const tx = (await open()).transaction(['plants', 'drafts'], 'readwrite', { durability: 'strict' });
      const [seqs] = await Promise.all([
        Promise.all(plants.map(({ seq: _, ...plant }) => tx.objectStore('plants').add(plant))),
        Promise.all(
          keepsDraft ? [] : plants.map(({ owner }) => tx.objectStore('drafts').delete([owner, tab])),
        ),
        tx.done,
      ]);
      return seqs;
    },
    /**
     * Stores the new state of plants. A plant that another tab has removed or corrected does not change. @param keys the
     * keys under which the plants are stored
     */
    async change(plants: readonly QueuedPlant[], keys: readonly string[]) {
      const tx = (await open()).transaction('plants', 'readwrite', { durability: 'strict' });
      const put = async (plant: QueuedPlant, index: number) => {
        if (plant.seq !== undefined && (await tx.store.get(plant.seq))?.key === keys[index])
          await tx.store.put(plant);
      };
      await Promise.all([...plants.map(put), tx.done]);
    },
    /**
     * Stores the next state of plants. Resolves to false, and stores none, if another tab has changed or removed one of
     * them: this tab may have hung since it read them. @param before the plants as this tab knows them
     */
    async advance(plants: readonly QueuedPlant[], before: readonly QueuedPlant[]) {
      const tx = (await open()).transaction('plants', 'readwrite', { durability: 'strict' });
      const known = before.filter(({ seq }) => seq !== undefined);
      const stored = await Promise.all(known.map(({ seq }) => tx.store.get(Number(seq))));
      const isCurrent = known.every((one, index) => isInState(one, stored[index]));
      const next = isCurrent ? plants.filter(({ seq }) => seq !== undefined) : [];
      await Promise.all([...next.map((plant) => tx.store.put(plant)), tx.done]);
      return isCurrent;
    },
    /** Removes plants, unless another tab has corrected them. */
    async remove(plants: readonly QueuedPlant[]) {
      const tx = (await open()).transaction('plants', 'readwrite');
      const remove = async ({ seq, key }: QueuedPlant) => {
        if (seq !== undefined && (await tx.store.get(seq))?.key === key) await tx.store.delete(seq);
      };
      await Promise.all([...plants.map(remove), tx.done]);
    },
    async removeDamaged(owner: string) {
      const tx = (await open()).transaction('damaged', 'readwrite');
      const seqs = await tx.store.index('owner').getAllKeys(owner);
      await Promise.all([...seqs.map((seq) => tx.store.delete(seq)), tx.done]);
    },
    /** Stores the text of the form in this tab; `undefined` removes the text. */
    async keepDraft(owner: string, values: Draft['values'] | undefined) {
      if (values) await (await open()).put('drafts', { tab, owner, values });
      else await (await open()).delete('drafts', [owner, tab]);
    },
    /** The drafts of an owner, from this tab and from others. */
    drafts: async (owner: string) => (await open()).getAllFromIndex('drafts', 'owner', owner),
    /** Moves the draft of a closed tab to this tab. `false` if this tab has a draft already, or another tab took it. */
    async takeDraft(draft: Draft) {
      const { store, done } = (await open()).transaction('drafts', 'readwrite');
      const hasOwn = (await store.getKey([draft.owner, tab])) !== undefined;
      const isTaken = !hasOwn && (await store.getKey([draft.owner, draft.tab])) !== undefined;
      if (isTaken) await Promise.all([store.put({ ...draft, tab }), store.delete([draft.owner, draft.tab])]);
      await done;
      return isTaken;
    },
  };
}

async function readAll(db: IDBPDatabase<Schema>, owner: string) {
  const tx = db.transaction(['plants', 'damaged'], 'readwrite');
  const byOwner = tx.objectStore('plants').index('owner');
  // Plants that were typed before the page knew a person belong to the first known person.
  const unowned = owner === unknownOwner ? [] : await byOwner.getAll(unknownOwner);
  for (const plant of unowned) await tx.objectStore('plants').put({ ...plant, owner });
  const records: unknown[] = await byOwner.getAll(owner);
  const plants: QueuedPlant[] = [];
  for (const record of records) {
    const { success, data } = QueuedPlant.safeParse(record);
    if (success) plants.push(data);
    else {
      const { seq } = record as { seq: number };
      await tx.objectStore('damaged').put({ seq, owner, record });
      await tx.objectStore('plants').delete(seq);
    }
  }
  const damaged = await tx.objectStore('damaged').index('owner').getAll(owner);
  await tx.done;
  return { plants: plants.sort((one, other) => Number(one.seq) - Number(other.seq)), damaged };
}
