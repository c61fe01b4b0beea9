import type { NewPlant } from '@plant-store/schema';
import { newKey } from '../../api/idempotency-key.ts';
import { type EntriesDependencies, QueueEntries } from './queue-entries.ts';
import {
  isSame,
  isWaiting,
  type NewRow,
  nextPart,
  type QueuedPlant,
  rowOf,
  type WaitingPlant,
} from './queued-plant.ts';
import type { Answer, Pause, Verdict } from './send.ts';

export type Saved = {
  plants: { plant: NewPlant; etag: string | undefined; wasThereAlready: boolean }[];
  /** The receipt that undoes a bulk request. */
  receipt: bigint | undefined;
};

export type QueueDependencies = EntriesDependencies & {
  /** True if the browser has no network. The queue then sends no request. */
  isOffline: () => boolean;
  checkOwner: (owner: string) => Promise<Pause | undefined>;
  sendPlants: (
    part: readonly WaitingPlant[],
    key: string,
    wasTried: (entry: WaitingPlant) => boolean,
  ) => Promise<Answer>;
  /** Runs the work when no other tab of this browser sends plants. `lost` aborts if another tab has taken over. */
  withLock: (work: (lost: AbortSignal) => Promise<void>) => Promise<void>;
  /** Gets all requests since no plant was waiting; the last one is new. */
  onSaved: (run: readonly Saved[]) => void;
  /** @param run the same requests, if they saved plants */
  onRefused: (refused: readonly QueuedPlant[], run: readonly Saved[]) => void;
};

/**
 * Keeps the plants that one person has typed in this browser until the store has confirmed them. `add` returns
 * immediately. Plants are sent in the order of typing, one request at a time. The idempotency key of each request is
 * stored before the request.
 */
export class PlantQueue extends QueueEntries {
  readonly #dependencies: QueueDependencies;
  #going: Promise<void> | undefined;
  #mustGoAgain = false;
  #isOwnerChecked = false;
  #run: readonly Saved[] = [];

  constructor(dependencies: QueueDependencies) {
    super(dependencies);
    this.#dependencies = dependencies;
    this.subscribe(() => {
      if (!this.state().entries.some(isWaiting)) this.#run = [];
    });
  }

  /** Queues a plant and returns immediately; the plant is stored and sent afterwards. */
  add(plant: NewPlant) {
    this.append([{ plant }]);
    void this.send();
  }

  /** Queues rows in the same way, and leaves the draft. */
  addRows(rows: readonly NewRow[]): readonly QueuedPlant[] {
    const entries = this.append(rows, true);
    void this.send();
    return entries;
  }

  /** Replaces the plant of an entry and sends it again. An unchanged plant still counts as sent. */
  async correct({ key }: QueuedPlant, plant: NewPlant) {
    await this.#settled([key]);
    const [entry] = this.withKeys([key]);
    if (!entry) return this.add(plant);
    const { refusal: _, batch: __, ...rest } = entry;
    const isTried = entry.isTried && isSame(entry.plant, plant);
    await this.save([{ ...rest, plant, key: newKey(), isTried }], [key]);
    await this.send();
  }

  /** Removes entries. The returned function queues their plants again; `undefined` if the store has saved them all. */
  async remove(entries: readonly QueuedPlant[]): Promise<(() => void) | undefined> {
    const keys = entries.map(({ key }) => key);
    await this.#settled(keys);
    const left = this.withKeys(keys);
    if (left.length === 0) return undefined;
    await this.forget(left);
    this.#dependencies.onStored();
    return () => void this.addRows(left.flatMap(rowOf));
  }

  override async handOver(owner: string): Promise<void> {
    await this.#settled(this.state().entries.map(({ key }) => key));
    await super.handOver(owner);
  }

  /** Sends the waiting plants. Resolves when no plant is waiting or no plant can be sent now. Never rejects. */
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

  /** The plants so far are taken back: the next report begins anew. */
  endRun() {
    this.#run = [];
  }

  /** Another person may have signed in. */
  recheckOwner() {
    this.#isOwnerChecked = false;
  }

  /** The database would store an unfinished write after a change, and a request under way may save the plant. */
  async #settled(keys: readonly string[]) {
    await this.written(keys);
    if (keys.some((key) => this.state().sending.has(key))) await this.#going;
  }

  async #goOn() {
    do {
      this.#mustGoAgain = false;
      if (!this.state().entries.some(isWaiting)) return this.set({ pause: undefined });
      await this.#dependencies.withLock((lost) => this.#sendAll(lost));
    } while (this.#mustGoAgain && !this.isClosed && this.state().pause === undefined);
  }

  async #sendAll(lost: AbortSignal) {
    await this.#refresh();
    for (let part = nextPart(this.state().entries); part.length > 0; part = nextPart(this.state().entries)) {
      const pause = await this.#pauseBefore();
      if (this.isClosed) return;
      if (lost.aborted) return this.#stepBack();
      if (pause) return this.set({ pause });
      await this.written(part.map(({ key }) => key));
      const pauseAfter = await this.#sendPart(
        part.map(({ key }) => key),
        lost,
      );
      this.set({ pause: pauseAfter, sending: new Set() });
      if (lost.aborted) return this.#stepBack();
      if (pauseAfter || this.isClosed) return;
    }
    this.set({ pause: undefined });
  }

  /** Takes over what other tabs have stored, and stores what is only in memory. */
  async #refresh() {
    await this.read();
    await this.keepRest();
  }

  /** After a hang, waits its turn again: another tab sends these plants now. */
  async #stepBack() {
    this.#mustGoAgain = true;
    await this.read();
  }

  async #pauseBefore(): Promise<Pause | undefined> {
    if (this.#dependencies.isOffline()) return 'offline';
    if (this.#isOwnerChecked) return undefined;
    const pause = await this.#dependencies.checkOwner(this.owner);
    this.#isOwnerChecked = pause === undefined;
    return pause;
  }

  async #sendPart(keys: readonly string[], lost: AbortSignal): Promise<Pause | undefined> {
    const chosen = this.withKeys(keys).filter(isWaiting);
    const tried = new Set(chosen.filter(({ isTried }) => isTried).map(({ key }) => key));
    const [first] = chosen;
    if (!first) return undefined;
    const batch = chosen.length > 1 ? (first.batch ?? { key: newKey(), size: chosen.length }) : undefined;
    const part = chosen.map(({ batch: _, ...entry }) => ({
      ...entry,
      isTried: true,
      ...(batch && { batch }),
    }));
    // From now on no entry may change. The idempotency key is stored before the first request: a page that is closed
    // after it would send the plant twice.
    this.set({ sending: new Set(keys) });
    if (!(await this.advance(part, chosen))) {
      await this.#refresh();
      return undefined;
    }
    if (lost.aborted) return undefined;
    // Tells other tabs that these plants may already be saved, so they must not offer to change them.
    this.#dependencies.onStored();
    const answer = await this.#dependencies.sendPlants(part, batch?.key ?? first.key, ({ key }) =>
      tried.has(key),
    );
    // The tab that took over has the same answer, by the same key.
    if (lost.aborted) return undefined;
    if ('pause' in answer) {
      this.#isOwnerChecked = false;
      return answer.pause;
    }
    if ('verdicts' in answer) await this.#settle(part, answer.verdicts, answer.receipt);
    // One of the plants makes the store fail. Without the batch each is sent alone, so only that plant is refused.
    else
      await this.advance(
        part.map(({ batch: _, ...entry }) => entry),
        part,
      );
    return undefined;
  }

  async #settle(part: readonly WaitingPlant[], verdicts: readonly Verdict[], receipt: bigint | undefined) {
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
    // One render adds the plants to the list and removes their entries from the queue.
    if (plants.length > 0) {
      this.#run = [...this.#run, { plants, receipt }];
      this.#dependencies.onSaved(this.#run);
    }
    const run = this.#run;
    await Promise.all([this.forget(saved), refused.length > 0 && this.save(refused)]);
    if (refused.length > 0) this.#dependencies.onRefused(refused, run);
    this.#dependencies.onStored();
  }
}
