import type { Order } from './import-files.ts';
import type { Operation } from './operations.ts';
import type { Options } from './options.ts';
import type { ServerKey } from './servers.ts';

/** The measurements of a run, and their durations. */
export type Plan = {
  servers: ServerKey[];
  operations: Operation[];
  connections: number[];
  plantCounts: number[];
  rounds: number;
  /**
   * The time for which a new server handles each operation before the measurement, so that V8 compiles the hot code.
   * V8's compiler shares the core.
   */
  warmUpSeconds: number;
  seconds: number;
  /** True for conditions of users: no process has its own core, logs go to a pipe, and (a) and (b) have one table. */
  isAsUsers?: boolean;
  /** Absent if search is not measured. */
  search?: SearchPlan;
  /** Absent if crowds are not measured. */
  crowd?: CrowdPlan;
  /** Absent if imports are not measured. */
  import?: ImportPlan;
  /** Absent if scrolling is not measured. */
  scroll?: ScrollPlan;
  /** True if typing plants on the page is measured. */
  isDesk?: boolean;
  /** True if the sandbox of tests is measured. */
  isSandbox?: boolean;
  /** Absent if the feed of events is not measured. */
  events?: EventsPlan;
  /** Absent if PostgreSQL is not measured. */
  postgresql?: PostgresqlPlan;
};

/** The requests of a crowd: lists as files that nobody reads, or searches without a pause. */
export type CrowdKind = 'exports' | 'searches';

/** Crowds of clients, each on a catalogue of its size. */
export type CrowdPlan = {
  crowds: { kind: CrowdKind; clients: number; plantCount: number }[];
  rounds: number;
  seconds: number;
};

/** Imports of a file, in each order of ids. */
export type ImportPlan = { rows: number; orders: Order[]; rounds: number };

/** The scrolling of the list on the page, from its top to its end. */
export type ScrollPlan = { plants: number; rounds: number };

/**
 * Single changes for a waiting follower and for a webhook, pairs of times with and without both, and the plants of an
 * import that is read as events.
 */
export type EventsPlan = {
  changes: number;
  deliveries: number;
  pairs: number;
  seconds: number;
  imported: number;
};

/** The plant store with one to three processes, and two servers with Prisma. */
export const allSubjects = ['one', 'two', 'three', 'bare', 'duties'] as const;
export type Subject = (typeof allSubjects)[number];

/** The plants of each database, the rounds of each operation, and the plants whose size is measured. */
export type PostgresqlPlan = Pick<Plan, 'rounds' | 'warmUpSeconds' | 'seconds'> & {
  subjects: readonly Subject[];
  plants: number;
  sized: number;
};

/** The mixed workload of search and list, on catalogues of each size. */
export type SearchPlan = Pick<Plan, 'connections' | 'plantCounts' | 'rounds' | 'warmUpSeconds' | 'seconds'>;

/** The usual numbers of connections and of plants: those of the targets, the chart and a quick run. */
export const usualConnections = 32;
export const usualPlantCount = 10_000;

const full = {
  connections: [1, usualConnections, 256],
  plantCounts: [usualPlantCount, 1_000_000],
  rounds: 5,
  seconds: 2.5,
};

const quick = {
  connections: [usualConnections],
  plantCounts: [usualPlantCount],
  rounds: 3,
  seconds: 0.9,
};

const search: SearchPlan = {
  connections: [1, usualConnections],
  plantCounts: full.plantCounts,
  rounds: 5,
  warmUpSeconds: 5,
  seconds: 3,
};

const crowd: CrowdPlan = {
  crowds: [
    { kind: 'exports', clients: 800, plantCount: 100_000 },
    { kind: 'searches', clients: 900, plantCount: 1_000_000 },
  ],
  rounds: 3,
  seconds: 10,
};

const events: EventsPlan = { changes: 300, deliveries: 100, pairs: 20, seconds: 1, imported: 1_000_000 };

const postgresql: PostgresqlPlan = {
  subjects: allSubjects,
  plants: usualPlantCount,
  rounds: 7,
  warmUpSeconds: 5,
  seconds: 2.5,
  sized: 20_000,
};

const imports: ImportPlan = { rows: 1_000_000, orders: ['sorted', 'mixed'], rounds: 3 };

export const planFor = ({
  isQuick,
  isAsUsers,
  isSearch,
  isCrowd,
  isImport,
  isScroll,
  isDesk,
  isSandbox,
  isEvents,
  isPostgresql,
  operations,
  servers,
}: Options): Plan => ({
  servers,
  operations,
  warmUpSeconds: 5,
  ...(isQuick ? quick : full),
  ...(isAsUsers ? { isAsUsers } : {}),
  ...(isDesk ? { isDesk } : {}),
  ...(isSandbox ? { isSandbox } : {}),
  ...(isEvents ? { events: isQuick ? { ...events, pairs: 5, imported: 100_000 } : events } : {}),
  ...(isPostgresql
    ? { postgresql: isQuick ? { ...postgresql, rounds: 3, warmUpSeconds: 2, seconds: 1 } : postgresql }
    : {}),
  ...(isSearch ? { search: isQuick ? { ...search, rounds: 1 } : search } : {}),
  ...(isCrowd ? { crowd: isQuick ? { ...crowd, rounds: 1 } : crowd } : {}),
  ...(isScroll ? { scroll: { plants: usualPlantCount, rounds: isQuick ? 1 : 3 } } : {}),
  ...(isImport ? { import: isQuick ? { ...imports, rounds: 1 } : imports } : {}),
});

/** The estimated time of one server in one round, including its start and stop. */
export const estimatedSeconds = ({ operations, connections, warmUpSeconds, seconds }: Plan): number =>
  3 + operations.length * (warmUpSeconds + connections.length * seconds);
