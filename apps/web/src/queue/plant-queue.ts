import type { NewPlant } from '@plant-store/schema';
import { newKey } from '../store/idempotency-key.ts';
import type { Damaged, QueueStore } from './queue-store.ts';
import { isSame, isWaiting, nextPart, type QueuedPlant } from './queued-plant.ts';
import type { Answer, Pause, Verdict } from './send.ts';

/** Plants of one request that the store has confirmed. */
export type Saved = {
  plants: { plant: NewPlant; etag: string | undefined; wasThereAlready: boolean }[];
  /** The receipt that undoes a bulk request. */
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
  /** True if entries outlive the page; `undefined` until the database has answered. */
  isKept: boolean | undefined;
};

/** The state before anything is known of the entries. */
export const emptyQueue: QueueState = {
  entries: [],
  damaged: [],
  pause: undefined,
  sending: new Set(),
  isKept: undefined,
};

/** The parts that a queue works with: a database, a network, and listeners. */
export type QueueParts = {
  owner: string;
  /** Opens the database of the browser; rejects where there is none. */
  openStore: () => Promise<QueueStore>;
  /** True if the browser has no network. The queue then sends no request. */
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
  /** Called after each change of the stored entries. */
  onStored: () => void;
};

/**
 * Holds the plants that one person has typed in this browser until the store has confirmed them. `add` returns at once.
 * Plants are sent in the order typed, one request at a time. Each request has an idempotency key that was stored before.
 */
export class PlantQueue {
  readonly #parts: QueueParts;
  #owner: string;
  readonly #listeners = new Set<() => void>();
  readonly #writes = new Map<string, Promise<unknown>>();
  readonly #removed = new Set<string>();
  /** Counts changes of stored entries. */
  #changes = 0;
  readonly #store: Promise<QueueStore | undefined>;
  #state = emptyQueue;
  #going: Promise<void> | undefined;
  #mustGoAgain = false;
  #isOwnerChecked = false;
  #isClosed = false;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#owner = parts.owner;
    this.#store = parts.openStore().then(
      (store) => {
        this.#set({ isKept: true });
        return store;
      },
      () => {
        this.#set({ isKept: false });
        return undefined;
      },
    );
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
    const write = this.#write((store) => store.add(entry)).then((seq) => {
      this.#writes.delete(entry.key);
      if (seq === undefined) return;
      this.#change([entry.key], (one) => ({ ...one, seq }));
      this.#parts.onStored();
    });
    this.#writes.set(entry.key, write);
    void this.send();
  }

  /** Replaces the plant of an entry and sends it again. Without a change, it still counts as sent before. */
  async correct({ key }: QueuedPlant, plant: NewPlant) {
    // The answer to a request under way comes first. It may have saved the plant as it was.
    if (this.#state.sending.has(key)) await this.#going;
    const [entry] = this.#entries([key]);
    if (!entry) return this.add(plant);
    const { refusal: _, batch: __, ...rest } = entry;
    const isTried = entry.isTried && isSame(entry.plant, plant);
    await this.#save([{ ...rest, plant, key: newKey(), isTried }], [key]);
    await this.send();
  }

  /** Removes entries. The function that it returns queues their plants again. */
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

  /** Gives the entries to another owner, such as another token of the same person. */
  async handOver(owner: string) {
    this.#owner = owner;
    await this.#save(this.#state.entries.map((entry) => ({ ...entry, owner })));
  }

  /** Reads the entries that another tab or an earlier page has stored in the browser's database. */
  async read() {
    let stored: Awaited<ReturnType<QueueStore['read']>> | undefined;
    let changes: number;
    do {
      changes = this.#changes;
      // An entry that is still being written is in the state already.
      await Promise.all(this.#writes.values());
      stored = await this.#write((store) => store.read(this.#owner));
      // A change that was made meanwhile may be missing in the answer.
    } while (changes !== this.#changes);
    if (!stored || this.#isClosed) return;
    const keys = new Set(stored.plants.map(({ key }) => key));
    const own = this.#state.entries.filter(({ key, seq }) => seq === undefined && !keys.has(key));
    const plants = stored.plants.filter(({ key }) => !this.#removed.has(key));
    this.#set({ entries: [...plants, ...own], damaged: stored.damaged });
  }

  /** Sends the waiting plants. Resolves when none waits, or when none can be sent now. Never rejects. */
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

  /** Checks the owner before the next request, as somebody else may have signed in. */
  doubtOwner() {
    this.#isOwnerChecked = false;
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
    // The key must be on the disk before the first try. Otherwise a page that ends now would send the plant twice.
    await this.#save(part);
    this.#set({ sending: new Set(keys) });
    const answer = await this.#parts.sendPlants(part, batch?.key ?? first.key, ({ key }) => tried.has(key));
    if ('pause' in answer) {
      this.#isOwnerChecked = false;
      return answer.pause;
    }
    if ('verdicts' in answer) await this.#settle(part, answer.verdicts, answer.receipt);
    // One plant makes the store fail. Without the batch each plant is sent alone, and only that one is refused.
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
    // Plants enter the list in the same render in which their entries leave it.
    if (plants.length > 0) this.#parts.onSaved({ plants, receipt });
    await Promise.all([this.#forget(saved), refused.length > 0 && this.#save(refused)]);
    if (refused.length > 0) this.#parts.onRefused(refused);
    this.#parts.onStored();
  }

  async #save(entries: readonly QueuedPlant[], keys = entries.map(({ key }) => key)) {
    this.#changes++;
    const byKey = new Map(keys.map((key, index) => [key, entries[index]]));
    this.#change(keys, (one) => byKey.get(one.key) ?? one);
    await this.#write((store) => store.change(entries));
  }

  async #forget(entries: readonly QueuedPlant[]) {
    const keys = new Set(entries.map(({ key }) => key));
    for (const key of keys) this.#removed.add(key);
    this.#set({ entries: this.#state.entries.filter(({ key }) => !keys.has(key)) });
    await this.#write((store) => store.remove(entries));
  }

  /** Works with the browser's database. After a failure, entries stay in memory, and the page says so. */
  async #write<Result>(work: (store: QueueStore) => Promise<Result>): Promise<Result | undefined> {
    const store = await this.#store;
    if (!store) return undefined;
    try {
      const result = await work(store);
      if (!this.#state.isKept) this.#set({ isKept: true });
      return result;
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
