import SqliteConnection from 'better-sqlite3';
import { type NewPlant, Refusal } from './new-plant.ts';

export type Storage = {
  /** Adds a plant. The promise resolves once the plant is on disk. @throws Refusal for a used id */
  add(plant: NewPlant): Promise<void>;
  get(id: bigint): { name: string; tag: string | null } | undefined;
  /** The newest plants, with exact ids as text. */
  newest(limit: number): { id: string; name: string; tag: string | null }[];
};

/** The commit of an added plant: one commit for each plant, or one for all simultaneous plants. */
export type Committing = 'each' | 'group';

/** Opens an existing store. @throws Error if a power cut could lose an acknowledged plant */
export function openStorage(path: string, committing: Committing): Storage {
  const db = new SqliteConnection(path, { fileMustExist: true });
  db.pragma('journal_mode = WAL');
  // better-sqlite3 runs WAL at NORMAL, which can lose the last acknowledged plants.
  db.pragma('synchronous = FULL');
  assertDurable(db);
  const get = db.prepare('SELECT name, tag FROM plants WHERE id = ?');
  const newest = db.prepare(
    'SELECT CAST(id AS TEXT) AS id, name, tag FROM plants ORDER BY added_at DESC, plants.id DESC LIMIT ?',
  );
  return {
    add: committing === 'each' ? addingEach(db) : addingTogether(db),
    get: (id) => get.get(id) as ReturnType<Storage['get']>,
    newest: (limit) => newest.all(limit) as ReturnType<Storage['newest']>,
  };
}

/** @throws Error if this connection could lose acknowledged plants in a power cut */
export function assertDurable(db: SqliteConnection.Database) {
  const journal = db.pragma('journal_mode', { simple: true });
  const synchronous = db.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== 2)
    throw new Error(`not durable: journal_mode=${journal}, synchronous=${synchronous}`);
}

function addingEach(db: SqliteConnection.Database): Storage['add'] {
  const insert = inserting(db);
  return async (plant) => {
    if (!insert(plant)) throw taken(plant);
  };
}

type Waiting = { plant: NewPlant; resolve(): void; reject(cause: unknown): void };

function addingTogether(db: SqliteConnection.Database): Storage['add'] {
  const insert = inserting(db);
  const insertAll = db.transaction((batch: Waiting[]) => batch.map(({ plant }) => insert(plant)));
  let waiting: Waiting[] = [];
  const commit = () => {
    const batch = waiting;
    waiting = [];
    try {
      const verdicts = insertAll.immediate(batch);
      for (const [index, { plant, resolve, reject }] of batch.entries())
        verdicts[index] ? resolve() : reject(taken(plant));
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  };
  return (plant) =>
    new Promise((resolve, reject) => {
      // The commit runs after the server has read all requests that have arrived.
      if (waiting.push({ plant, resolve, reject }) === 1) setImmediate(commit);
    });
}

/** Returns a function that adds a plant, and returns false if the id is already used. */
function inserting(db: SqliteConnection.Database): (plant: NewPlant) => boolean {
  const insert = db.prepare(
    'INSERT INTO plants (id, name, tag, added_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  let last = 0;
  return ({ id, name, tag }) => {
    last = Math.max(last + 1, Date.now() * 1000);
    // A bigint, because SQLite would get a JavaScript number as floating point and convert it.
    return insert.run(BigInt(id), name, tag, BigInt(last)).changes === 1;
  };
}

const taken = ({ id }: NewPlant) => new Refusal(40004, `id ${id} is already taken; give another id`);
