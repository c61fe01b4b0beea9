import { newKey } from '../../api/idempotency-key.ts';
import type { QueueDatabase } from './queue-database.ts';
import { isPerson } from './queue-owner.ts';
import { emptyQueue, type QueueState } from './queue-state.ts';
import type { NewRow, QueuedPlant } from './queued-plant.ts';

/** The maximum time to wait for the database. It may never open, so after this time plants are sent without it. */
const openMs = 5_000;

export type EntriesDependencies = {
  owner: string;
  /** Opens the browser's database; rejects if there is none. */
  openDatabase: () => Promise<QueueDatabase>;
  onStored: () => void;
};

/** If the database fails, entries stay in memory, and the state says so. No method rejects. */
export class QueueEntries {
  readonly #onStored: () => void;
  #owner: string;
  readonly #listeners = new Set<() => void>();
  readonly #writes = new Map<string, Promise<number | undefined>>();
  readonly #removed = new Set<string>();
  /** The number of changes of stored entries so far. */
  #changes = 0;
  #database: Promise<QueueDatabase | undefined>;
  #state = emptyQueue;
  #isClosed = false;

  constructor({ owner, openDatabase, onStored }: EntriesDependencies) {
    this.#owner = owner;
    this.#onStored = onStored;
    this.#database = this.#open(openDatabase);
  }

  get owner(): string {
    return this.#owner;
  }

  protected get isClosed(): boolean {
    return this.#isClosed;
  }

  readonly state = (): QueueState => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  protected set(part: Partial<QueueState>) {
    if (this.#isClosed) return;
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  /**
   * Adds rows to the state immediately, and stores them afterwards, all or none, in place of the draft of this tab.
   * @param keepsDraft true if the draft stays
   */
  protected append(rows: readonly NewRow[], keepsDraft = false): readonly QueuedPlant[] {
    const entries = rows.map(
      (row): QueuedPlant => ({
        key: newKey(),
        owner: this.#owner,
        typedAt: Date.now(),
        ...row,
        isTried: false,
      }),
    );
    this.set({ entries: [...this.#state.entries, ...entries] });
    this.#keep(entries, keepsDraft);
    return entries;
  }

  /** Stores the entries that the database refused before: it may have space now. */
  protected async keepRest() {
    const rest = this.#state.entries.filter((entry) => !this.#isPersisted(entry));
    for (const entry of rest) this.#keep([entry]);
    await this.written(rest.map(({ key }) => key));
  }

  protected async written(keys: readonly string[]) {
    await Promise.all(keys.map((key) => this.#writes.get(key)));
  }

  protected withKeys(keys: readonly string[]): QueuedPlant[] {
    const wanted = new Set(keys);
    return this.#state.entries.filter(({ key }) => wanted.has(key));
  }

  protected async save(entries: readonly QueuedPlant[], keys = entries.map(({ key }) => key)) {
    this.#changes++;
    const byKey = new Map(keys.map((key, index) => [key, entries[index]]));
    this.#change(keys, (one) => byKey.get(one.key) ?? one);
    await this.#withDatabase((database) => database.change(entries, keys));
  }

  /**
   * Replaces and stores entries in their next state. Resolves to false, and changes none, if another tab has changed
   * one of them. @param before the entries as this tab knows them
   */
  protected async advance(entries: readonly QueuedPlant[], before: readonly QueuedPlant[]): Promise<boolean> {
    this.#changes++;
    if ((await this.#withDatabase((database) => database.advance(entries, before))) === false) return false;
    const byKey = new Map(entries.map((entry) => [entry.key, entry]));
    this.#change([...byKey.keys()], (one) => byKey.get(one.key) ?? one);
    return true;
  }

  protected async forget(entries: readonly QueuedPlant[]) {
    const keys = new Set(entries.map(({ key }) => key));
    for (const key of keys) this.#removed.add(key);
    this.set({ entries: this.#state.entries.filter(({ key }) => !keys.has(key)) });
    const stored = await Promise.all(
      entries.map(async (entry) => ({ ...entry, seq: entry.seq ?? (await this.#writes.get(entry.key)) })),
    );
    await this.#withDatabase((database) => database.remove(stored));
  }

  async removeDamaged() {
    await this.#withDatabase((database) => database.removeDamaged(this.#owner));
    this.set({ damaged: [] });
    this.#onStored();
  }

  /** Gives the entries of a token to another token. The plants of a person are never given away. */
  async handOver(owner: string) {
    if (isPerson(this.#owner)) return;
    this.#owner = owner;
    await this.save(this.#state.entries.map((entry) => ({ ...entry, owner })));
  }

  /** Reads the entries that another tab or an earlier page has stored in the browser's database. */
  async read() {
    let stored: Awaited<ReturnType<QueueDatabase['read']>> | undefined;
    let changes: number;
    let wasDeleted = false;
    do {
      changes = this.#changes;
      // The state already has the entries that are being written.
      await Promise.all(this.#writes.values());
      stored = await this.#withDatabase((database) => database.read(this.#owner));
      wasDeleted ||= stored?.wasDeleted ?? false;
      // A change during the read may be missing from the answer, so the queue is read again.
    } while (changes !== this.#changes);
    if (!stored || this.#isClosed) return;
    const keys = new Set(stored.plants.map(({ key }) => key));
    const own = this.#state.entries.filter(
      ({ key, seq }) => (seq === undefined || wasDeleted) && !keys.has(key),
    );
    const plants = stored.plants.filter(({ key }) => !this.#removed.has(key));
    // The numbers of a deleted database are not valid in a new one.
    const unkept = wasDeleted ? own.map(({ seq: _, ...entry }) => entry) : own;
    this.set({ entries: [...plants, ...unkept], damaged: stored.damaged });
  }

  /** Records that the browser's database has refused the text of the form. */
  reportStorageFailure() {
    this.set({ isPersisted: false });
  }

  /** Stops all changes of the state. The entries stay in the database. */
  close() {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  /** Opens the database. A database that opens late is used from then on. */
  #open(openDatabase: () => Promise<QueueDatabase>): Promise<QueueDatabase | undefined> {
    const opened = openDatabase().then((database) => {
      this.#database = Promise.resolve(database);
      this.set({ isPersisted: this.#state.entries.every(this.#isPersisted) });
      return database;
    });
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('the database does not open')), openMs);
    });
    return Promise.race([opened, late]).catch(() => {
      this.set({ isPersisted: false });
      return undefined;
    });
  }

  #keep(entries: readonly QueuedPlant[], keepsDraft = false) {
    const keys = entries.map(({ key }) => key);
    const write = this.#withDatabase((database) => database.add(entries, keepsDraft)).then((stored) => {
      for (const key of keys) this.#writes.delete(key);
      const seqs = new Map(stored?.map((seq, index) => [keys[index], seq]));
      if (seqs.size === 0) return seqs;
      this.#change(keys, (one) => ({ ...one, seq: seqs.get(one.key) }));
      this.set({ isPersisted: this.#state.entries.every(this.#isPersisted) });
      this.#onStored();
      return seqs;
    });
    for (const key of keys)
      this.#writes.set(
        key,
        write.then((seqs) => seqs.get(key)),
      );
  }

  /** True if the database has an entry, or is writing it. */
  readonly #isPersisted = ({ key, seq }: QueuedPlant): boolean => seq !== undefined || this.#writes.has(key);

  /** Runs work on the browser's database. After a failure, entries stay in memory, and the page says so. */
  async #withDatabase<Result>(
    work: (database: QueueDatabase) => Promise<Result>,
  ): Promise<Result | undefined> {
    const database = await this.#database;
    if (!database) return undefined;
    try {
      return await work(database);
    } catch {
      this.set({ isPersisted: false });
      return undefined;
    }
  }

  #change(keys: readonly string[], change: (entry: QueuedPlant) => QueuedPlant) {
    const changed = new Set(keys);
    this.set({
      entries: this.#state.entries.map((entry) => (changed.has(entry.key) ? change(entry) : entry)),
    });
  }
}
