import type { NewPlant } from '@plant-store/schema';
import { PlantQueue, type QueueDependencies } from '../../../src/plants/queue/plant-queue.ts';
import { openQueueDatabase } from '../../../src/plants/queue/queue-database.ts';
import type { Answer, Verdict } from '../../../src/plants/queue/send.ts';

export const owner = 'person:1';
export const noStore = async () => Promise.reject(new DOMException('full', 'QuotaExceededError'));

/** A model of the API: one answer per key, and unique ids. */
export class Shop {
  readonly plants = new Map<bigint, NewPlant>();
  readonly order: bigint[] = [];
  readonly requests: number[] = [];
  #answers = new Map<string, Answer>();
  /** The outcome of a request by its number: answered, not received, or saved without an answer. */
  fault: (request: number) => 'none' | 'unreached' | 'lost' = () => 'none';

  forgetKeys() {
    this.#answers = new Map();
  }

  readonly send: QueueDependencies['sendPlants'] = async (part, key, wasTried) => {
    this.requests.push(part.length);
    const fault = this.fault(this.requests.length);
    if (fault === 'unreached') return { pause: 'unreachable' };
    const answer = this.#answers.get(key) ?? {
      verdicts: part.map((entry) => this.#add(entry.plant, wasTried(entry))),
    };
    this.#answers.set(key, answer);
    return fault === 'lost' ? { pause: 'unreachable' } : answer;
  };

  #add(plant: NewPlant, wasTried: boolean): Verdict {
    const holder = this.plants.get(plant.id);
    if (holder && wasTried && holder.name === plant.name) return { kind: 'saved', wasThereAlready: true };
    if (holder) return { kind: 'refused', refusal: { error: 40004, message: 'taken', problems: [] } };
    this.plants.set(plant.id, plant);
    this.order.push(plant.id);
    return { kind: 'saved', wasThereAlready: false };
  }
}

export function open(shop: Shop, parts: Partial<QueueDependencies> = {}): PlantQueue {
  return new PlantQueue({
    owner,
    openDatabase: () => openQueueDatabase('a tab'),
    isOffline: () => false,
    checkOwner: async () => undefined,
    sendPlants: shop.send,
    withLock: (work) => work(new AbortController().signal),
    onSaved: () => undefined,
    onRefused: () => undefined,
    onStored: () => undefined,
    ...parts,
  });
}

export const plant = (id: number): NewPlant => ({ id: BigInt(id), name: `Plant ${id}` });
export const ids = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));
/** The stored entries, as a new page reads them. */
export const kept = async () => (await (await openQueueDatabase('another tab')).read(owner)).plants;
