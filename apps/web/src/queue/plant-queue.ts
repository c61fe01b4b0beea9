import type { NewPlant } from '@plant-store/schema';
import { newKey } from '../store/idempotency-key.ts';
import { isPerson } from './owner.ts';
import type { Damaged, QueueStore } from './queue-store.ts';
import { isSame, isWaiting, nextPart, type QueuedPlant } from './queued-plant.ts';
import type { Answer, Pause, Verdict } from './send.ts';

/** A database that has not opened after so long may never do so; the plants are sent without it. */
const openMs = 5_000;

/** Plants of one request that the store has confirmed. */
export type Saved = {
  plants: { plant: NewPlant; etag: string | undefined; wasThereAlready: boolean }[];
  /** The receipt by which a bulk request can be undone. */
  receipt: bigint | undefined;
};

/** State of the queue; a new object after each change. */
export type QueueState = {
  entries: readonly QueuedPlant[];
  /** Records of the browser's database that cannot be read. */
  damaged: readonly Damaged[];
  pause: Pause | undefined;
  /** Keys of the plants whose request is under way. */
  sending: ReadonlySet<string>;
  /** Whether entries outlive the page; `undefined` until that is known. */
  isKept: boolean | undefined;
};

export type QueueParts = {
  owner: string;
  /** Opens the database of the browser; rejects where there is none. */
  openStore: () => Promise<QueueStore>;
  /** Whether the browser knows that nothing can be reached; then a plant is not even tried. */
  isOffline: () => boolean;
  checkOwner: (owner: string) => Promise<Pause | undefined>;
  sendPlants: (
    part: readonly QueuedPlant[],
    key: string,
    wasTried: (entry: QueuedPlant) => boolean,
  ) => Promise<Answer>;
  /** Runs the work while no other tab of this browser sends. */
  alone: (work: () => Promise<void>) => Promise<void>;
  onSaved: (saved: Saved) => void;
  onRefused: (refused: readonly QueuedPlant[]) => void;
  /** Is told that the stored entries are not what they were. */
  onStored: () => void;
};

/**
 * The plants that one person has typed in this browser, until the store has confirmed them. `add` returns at once; the
 * plants are sent in the order typed, one request at a time, each under a key that was stored before.
 */
export class PlantQueue {
  readonly #parts: QueueParts;
  #owner: string;
  readonly #listeners = new Set<() => void>();
  readonly #writes = new Map<string, Promise<number | undefined>>();
  readonly #removed = new Set<string>();
  /** The number of changes to stored entries, by which a read knows that it is out of date. */
  #changes = 0;
  #store: Promise<QueueStore | undefined>;
  #state: QueueState = {
    entries: [],
    damaged: [],
    pause: undefined,
    sending: new Set(),
    isKept: undefined,
  };
  #going: Promise<void> | undefined;
  #mustGoAgain = false;
  #isOwnerChecked = false;
  #isClosed = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#owner = parts.owner;
    this.#store = this.#open();
  }

  get owner(): string {
    return this.#owner;
  }

  readonly state = (): QueueState => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Queues a plant and returns at once; the plant is stored and sent afterwards. */
  add(plant: NewPlant) {
    const entry: QueuedPlant = {
      key: newKey(),
      owner: this.#owner,
      typedAt: Date.now(),
      plant,
      isTried: false,
    };
    this.#set({ entries: [...this.#state.entries, entry] });
    this.#keep(entry);
    void this.send();
  }

  /** Queues a corrected plant in place of a refused one. The same plant is tried again. */
  async correct(entry: QueuedPlant, plant: NewPlant) {
    const { refusal: _, batch: __, ...rest } = entry;
    const isTried = entry.isTried && isSame(entry.plant, plant);
    await this.#save([{ ...rest, plant, key: newKey(), isTried }], [entry.key]);
    await this.send();
  }

  /** Removes entries for good; the function that it returns queues them again. */
  async remove(entries: readonly QueuedPlant[]): Promise<() => void> {
    await this.#forget(entries);
    this.#parts.onStored();
    return () => {
      for (const { plant } of entries) this.add(plant);
    };
  }

  async removeDamaged() {
    await this.#write((store) => store.removeDamaged(this.#owner));
    this.#set({ damaged: [] });
    this.#parts.onStored();
  }

  /** Gives the entries to another owner: whoever signed in by a token may go on with another one; a person may not. */
  async handOver(owner: string) {
    if (isPerson(this.#owner)) return;
    this.#owner = owner;
    await this.#save(this.#state.entries.map((entry) => ({ ...entry, owner })));
  }

  /** Reads the entries of the browser's database, which another tab or an earlier page has stored. */
  async read() {
    let stored: Awaited<ReturnType<QueueStore['read']>> | undefined;
    let changes: number;
    let wasDeleted = false;
    do {
      changes = this.#changes;
      // An entry that is being written is in the state already.
      await Promise.all(this.#writes.values());
      stored = await this.#write((store) => store.read(this.#owner));
      wasDeleted ||= stored?.wasDeleted ?? false;
    } while (changes !== this.#changes);
    if (!stored || this.#isClosed) return;
    const keys = new Set(stored.plants.map(({ key }) => key));
    const own = this.#state.entries.filter(
      ({ key, seq }) => (seq === undefined || wasDeleted) && !keys.has(key),
    );
    const plants = stored.plants.filter(({ key }) => !this.#removed.has(key));
    const unkept = wasDeleted ? own.map(({ seq: _, ...entry }) => entry) : own;
    this.#set({ entries: [...plants, ...unkept], damaged: stored.damaged });
  }

  /** Sends what waits; resolves when nothing does any more, or nothing can be sent. Never rejects. */
  send(): Promise<void> {
    if (this.#going) {
      this.#mustGoAgain = true;
      return this.#going;
    }
    this.#going = this.#goOn().finally(() => {
      this.#going = undefined;
    });
    return this.#going;
  }

  /** Has the owner checked before the next request: somebody else may have signed in. */
  doubtOwner() {
    this.#isOwnerChecked = false;
  }

  /** Is told that the browser's database has refused the text of the form. */
  doubtStorage() {
    this.#set({ isKept: false });
  }

  /** Sends nothing more; the entries stay in the browser's database. */
  close() {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  async #goOn() {
    do {
      this.#mustGoAgain = false;
      if (!this.#state.entries.some(isWaiting)) return this.#set({ pause: undefined });
      await this.#parts.alone(() => this.#sendAll());
    } while (this.#mustGoAgain && !this.#isClosed && this.#state.pause === undefined);
  }

  async #sendAll() {
    await this.read();
    await this.#keepRest();
    for (let part = nextPart(this.#state.entries); part.length > 0; part = nextPart(this.#state.entries)) {
      const pause = await this.#pauseBefore();
      if (this.#isClosed) return;
      if (pause) return this.#set({ pause });
      await Promise.all(part.map(({ key }) => this.#writes.get(key)));
      const pauseAfter = await this.#sendPart(part.map(({ key }) => key));
      this.#set({ pause: pauseAfter, sending: new Set() });
      if (pauseAfter || this.#isClosed) return;
    }
    this.#set({ pause: undefined });
  }

  async #pauseBefore(): Promise<Pause | undefined> {
    if (this.#parts.isOffline()) return 'offline';
    if (this.#isOwnerChecked) return undefined;
    const pause = await this.#parts.checkOwner(this.#owner);
    this.#isOwnerChecked = pause === undefined;
    return pause;
  }

  async #sendPart(keys: readonly string[]): Promise<Pause | undefined> {
    const chosen = this.#entries(keys);
    const tried = new Set(chosen.filter(({ isTried }) => isTried).map(({ key }) => key));
    const [first] = chosen;
    if (!first) return undefined;
    const batch = chosen.length > 1 ? (first.batch ?? { key: newKey(), size: chosen.length }) : undefined;
    const part = chosen.map(({ batch: _, ...entry }) => ({
      ...entry,
      isTried: true,
      ...(batch && { batch }),
    }));
    // The key is on the disk before the first try, or a page that ends now would send the plant twice.
    await this.#save(part);
    this.#set({ sending: new Set(keys) });
    // Other tabs then offer no change to a plant that the store may have saved already.
    this.#parts.onStored();
    const answer = await this.#parts.sendPlants(part, batch?.key ?? first.key, ({ key }) => tried.has(key));
    if ('pause' in answer) {
      this.#isOwnerChecked = false;
      return answer.pause;
    }
    if ('verdicts' in answer) await this.#settle(part, answer.verdicts, answer.receipt);
    // One of them makes the store fail. Sent alone, it is the one that is refused.
    else await this.#save(part.map(({ batch: _, ...entry }) => entry));
    return undefined;
  }

  async #settle(part: readonly QueuedPlant[], verdicts: readonly Verdict[], receipt: bigint | undefined) {
    const saved: QueuedPlant[] = [];
    const refused: QueuedPlant[] = [];
    const plants: Saved['plants'] = [];
    for (const [index, { batch: _, ...entry }] of part.entries()) {
      const verdict = verdicts[index];
      if (verdict?.kind === 'refused') refused.push({ ...entry, refusal: verdict.refusal });
      if (verdict?.kind !== 'saved') continue;
      saved.push(entry);
      plants.push({ plant: entry.plant, etag: verdict.etag, wasThereAlready: verdict.wasThereAlready });
    }
    // The plants come into the list with the same drawing of the page in which their entries go.
    if (plants.length > 0) this.#parts.onSaved({ plants, receipt });
    await Promise.all([this.#forget(saved), refused.length > 0 && this.#save(refused)]);
    if (refused.length > 0) this.#parts.onRefused(refused);
    this.#parts.onStored();
  }

  async #save(entries: readonly QueuedPlant[], keys = entries.map(({ key }) => key)) {
    const byKey = new Map(keys.map((key, index) => [key, entries[index]]));
    this.#changes++;
    this.#change(keys, (one) => byKey.get(one.key) ?? one);
    await this.#write((store) => store.change(entries, keys));
  }

  async #forget(entries: readonly QueuedPlant[]) {
    const keys = new Set(entries.map(({ key }) => key));
    for (const key of keys) this.#removed.add(key);
    this.#set({ entries: this.#state.entries.filter(({ key }) => !keys.has(key)) });
    const stored = await Promise.all(
      entries.map(async (entry) => ({ ...entry, seq: entry.seq ?? (await this.#writes.get(entry.key)) })),
    );
    await this.#write((store) => store.remove(stored));
  }

  /** Opens the database. One that opens too late is used from then on. */
  #open(): Promise<QueueStore | undefined> {
    const opened = this.#parts.openStore().then((store) => {
      this.#store = Promise.resolve(store);
      this.#set({ isKept: this.#isAllKept() });
      return store;
    });
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('the database does not open')), openMs);
    });
    return Promise.race([opened, late]).catch(() => {
      this.#set({ isKept: false });
      return undefined;
    });
  }

  /** Stores an entry that is in memory alone. */
  #keep(entry: QueuedPlant) {
    const write = this.#write((store) => store.add(entry)).then((seq) => {
      this.#writes.delete(entry.key);
      if (seq === undefined) return undefined;
      this.#change([entry.key], (one) => ({ ...one, seq }));
      this.#set({ isKept: this.#isAllKept() });
      this.#parts.onStored();
      return seq;
    });
    this.#writes.set(entry.key, write);
  }

  /** Stores the entries that the database has refused before: there may be room for them now. */
  async #keepRest() {
    const rest = this.#state.entries.filter((entry) => !this.#isKept(entry));
    for (const entry of rest) this.#keep(entry);
    await Promise.all(rest.map(({ key }) => this.#writes.get(key)));
  }

  /** Whether the database has an entry, or is about to. */
  readonly #isKept = ({ key, seq }: QueuedPlant): boolean => seq !== undefined || this.#writes.has(key);

  #isAllKept(): boolean {
    return this.#state.entries.every(this.#isKept);
  }

  /** Does something with the browser's database. Where it fails, entries stay in memory, and the page says so. */
  async #write<Result>(work: (store: QueueStore) => Promise<Result>): Promise<Result | undefined> {
    const store = await this.#store;
    if (!store) return undefined;
    try {
      return await work(store);
    } catch {
      this.#set({ isKept: false });
      return undefined;
    }
  }

  #entries(keys: readonly string[]): QueuedPlant[] {
    const wanted = new Set(keys);
    return this.#state.entries.filter(({ key }) => wanted.has(key));
  }

  #change(keys: readonly string[], change: (entry: QueuedPlant) => QueuedPlant) {
    const changed = new Set(keys);
    this.#set({
      entries: this.#state.entries.map((entry) => (changed.has(entry.key) ? change(entry) : entry)),
    });
  }

  #set(part: Partial<QueueState>) {
    if (this.#isClosed) return;
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
