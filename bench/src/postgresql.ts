import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { acceptEnvironmentToken, auditLog, type Database, openDatabase } from '@plant-store/db';
import { sql } from '@plant-store/engine';
import { type PostgresqlServer, startPostgresql } from '@plant-store/engine/testing/postgresql';
import { foldedOf } from '@plant-store/schema/fold';
import { askOver, assertContract } from './contract.ts';
import { type Measured, measuredOnPostgresql, type Target } from './operations.ts';
import { median, medians } from './percentiles.ts';
import { allSubjects, type PostgresqlPlan, type Subject, usualConnections } from './plan.ts';
import { plantOf } from './plants.ts';
import { cpuSeconds, cpuSecondsWithChildren } from './process-figures.ts';
import { roundTripsOf, startRelay } from './round-trips.ts';
import type { Lab } from './rounds.ts';
import { type RunningServer, startServer, token } from './server-process.ts';
import { type BenchServer, servers } from './servers.ts';
import { measureSizes, type Size } from './store-size.ts';

const subjects: Record<Subject, { title: string; processes: number; peer?: string }> = {
  one: { title: 'plant store', processes: 1 },
  two: { title: 'plant store, 2 processes', processes: 2 },
  three: { title: 'plant store, 3 processes', processes: 3 },
  bare: { title: 'Fastify + Prisma, bare', processes: 1, peer: 'bare' },
  duties: { title: 'Fastify + Prisma, with our duties', processes: 1, peer: 'duties' },
};

const figures = ['requestsPerSecond', 'p50Ms', 'p99Ms', 'apiCpu', 'serverCpu', 'walBytes'] as const;

/** One measurement. The time of the processors is in seconds for 1,000 requests, the server's log in bytes for one. */
type Run = { round: number; subject: Subject; operation: Measured } & Record<
  (typeof figures)[number],
  number
>;

/** The results on one PostgreSQL server. */
export type PostgresqlRun = {
  runs: Run[];
  roundTrips: { subject: Subject; operation: Measured; count: number }[];
  sizes: Size[];
  /** The waiting audit entries that one process chains in a second. */
  chainedPerSecond: number;
};

/**
 * Measures the plant store with one to three processes, and two peers, each on a database of its own. All run at the same
 * time, and the load goes from one to the next.
 * @throws Error at a wrong answer, and if an acknowledged plant is missing
 */
export async function measurePostgresql(
  lab: Lab,
  plan: PostgresqlPlan,
  say: (line: string) => void,
): Promise<PostgresqlRun> {
  const server = await startPostgresql();
  const started: Started[] = [];
  const admin = await openDatabase(oneConnection(server.url('postgres')));
  try {
    await assertDurable(admin);
    await makeTemplate(server, plan.plants);
    say('Counting the round trips');
    const roundTrips: PostgresqlRun['roundTrips'] = [];
    for (const subject of plan.subjects.filter((one) => subjects[one].processes === 1))
      roundTrips.push(...(await countRoundTrips(lab, { admin, server }, subject, plan.plants)));
    for (const subject of plan.subjects)
      started.push(await start(lab, { admin, server }, subject, plan.plants));
    const runs = await measureInTurn(lab, { admin, server }, started, plan, say);
    for (const one of started) await assertKept(one);
    for (const one of started.splice(0)) await one.stop();
    say('Measuring the size of plants');
    await create(admin, 'sizes', 'template0');
    const sizes = [
      ...(await measureSizes(server.url('sizes'), plan.sized)),
      ...(await measureSizes(`file:${join(lab.folder, 'sizes.db')}`, plan.sized)),
    ];
    return { runs, roundTrips, sizes, chainedPerSecond: await measureChain(server.url('sizes'), plan.sized) };
  } finally {
    for (const one of started) await one.stop();
    await admin.close();
    await server.remove();
  }
}

export type PostgresqlRow = ReturnType<typeof postgresqlRows>[number];

/** The medians of each operation, subject by subject. */
export const postgresqlRows = ([found]: PostgresqlRun[]) =>
  measuredOnPostgresql.flatMap((operation) =>
    allSubjects.flatMap((subject) => {
      const isOf = (one: { subject: Subject; operation: Measured }) =>
        one.operation === operation && one.subject === subject;
      const runs = found?.runs.filter(isOf) ?? [];
      if (runs.length === 0) return [];
      const roundTrips = found?.roundTrips.find(isOf)?.count;
      return [{ operation, title: subjects[subject].title, roundTrips, ...medians(runs, figures) }];
    }),
  );

/** The median of the ratios between two subjects in the same round. */
export function ratioOnPostgresql(
  [found]: PostgresqlRun[],
  operation: Measured,
  [one, other]: [Subject, Subject],
  figure: (run: Run) => number,
): number | undefined {
  const of = (subject: Subject) =>
    found?.runs.filter((run) => run.operation === operation && run.subject === subject) ?? [];
  const ratios = of(one).flatMap((run) => {
    const beside = of(other).find(({ round }) => round === run.round);
    return beside ? [figure(run) / figure(beside)] : [];
  });
  return ratios.length === 0 ? undefined : median(ratios);
}

type Place = { admin: Database; server: PostgresqlServer };
type Started = { subject: Subject; db: Database; target: Target; pids: number[]; nextId: number } & Pick<
  RunningServer,
  'stop'
>;

const oneConnection = (url: string) => `${url}?connection_limit=1`;
const create = (admin: Database, name: string, template: string) =>
  admin.prisma.$executeRawUnsafe(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);

async function assertDurable(db: Database) {
  const [row] = await db.query<{ fsync: string; commit: string }>(
    sql`SELECT current_setting('fsync') AS "fsync", current_setting('synchronous_commit') AS "commit"`,
  );
  if (row?.fsync !== 'on' || row.commit !== 'on') throw new Error(`not durable: ${JSON.stringify(row)}`);
}

const template = 'plants';

/** Makes the tables and the token as the product does, and adds the plants 1 to `count`, the highest id the newest. */
async function makeTemplate(server: PostgresqlServer, count: number) {
  const db = await openDatabase(server.url(template));
  const rows = Array.from({ length: count }, (_, index) => plantOf(index + 1));
  await db.prisma.plant.createMany({
    data: rows.map(({ id, name, tag }) => ({
      ...{ id, name, tag: tag ?? null, folded: foldedOf({ name, tag }) },
      addedAt: 1_700_000_000_000_000 + id,
    })),
  });
  await acceptEnvironmentToken(db, { name: 'PLANT_STORE_TOKEN', value: token });
  await auditLog.chainPending(db);
  await db.prisma.$executeRawUnsafe('VACUUM ANALYZE');
  await db.close();
}

/** Starts the processes of a subject. */
async function startAll(lab: Lab, url: string, subject: Subject, plantCount: number) {
  const { title, processes, peer } = subjects[subject];
  const { ours } = servers;
  const server: BenchServer = {
    ...ours,
    title,
    ...(peer && {
      words: ({ port, token }) => [
        join(import.meta.dirname, '../servers/prisma.ts'),
        ...[peer, String(port), token],
      ],
    }),
    env: (given) => ({ ...ours.env(given), DATABASE_URL: url }),
  };
  const running: RunningServer[] = [];
  for (let process = 0; process < processes; process++) {
    const file = join(lab.folder, `${subject}-${process}`);
    running.push(await startServer(server, { file, plantCount }, undefined));
  }
  return running;
}

async function start(lab: Lab, place: Place, subject: Subject, plantCount: number): Promise<Started> {
  await makeDatabase(place, subject, subject);
  const url = place.server.url(subject);
  const running = await startAll(lab, url, subject, plantCount);
  const [first] = running;
  if (!first) throw new Error('there is no process');
  const db = await openDatabase(oneConnection(url));
  return {
    subject,
    db,
    target: { ...first.target, ports: running.map(({ target }) => target.port) },
    pids: running.map(({ pid }) => pid),
    nextId: plantCount + 1,
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()));
      await db.close();
    },
  };
}

/** A copy of the template. The peers have no search, and so no index for it. */
async function makeDatabase({ admin, server }: Place, name: string, subject: Subject) {
  await create(admin, name, template);
  if (!subjects[subject].peer) return;
  const db = await openDatabase(oneConnection(server.url(name)));
  const unused = await db.query<{ name: string }>(sql`
    SELECT "indexname"::text AS "name" FROM pg_indexes
    WHERE "tablename" = 'plants' AND "indexname" NOT IN ('plants_pkey', 'plants_added_at_id_idx')`);
  for (const one of unused) await db.prisma.$executeRawUnsafe(`DROP INDEX "${one.name}"`);
  await db.close();
}

async function countRoundTrips(lab: Lab, place: Place, subject: Subject, plantCount: number) {
  const name = `${subject}-relayed`;
  await makeDatabase(place, name, subject);
  const relay = await startRelay(place.server.port);
  const url = place.server.url(name).replace(`:${place.server.port}/`, `:${relay.port}/`);
  const [running] = await startAll(lab, url, subject, plantCount);
  if (!running) throw new Error('there is no process');
  const { target, stop } = running;
  try {
    const counted: PostgresqlRun['roundTrips'] = [];
    for (const operation of measuredOnPostgresql)
      counted.push({
        ...{ subject, operation },
        count: await roundTripsOf(target, operation, relay.trips, plantCount + 1),
      });
    await assertContract(askOver(target), { title: subjects[subject].title, isExact: true });
    return counted;
  } finally {
    await stop();
    relay.close();
  }
}

async function measureInTurn(
  lab: Lab,
  place: Place,
  started: Started[],
  { warmUpSeconds, rounds, seconds }: PostgresqlPlan,
  say: (line: string) => void,
): Promise<Run[]> {
  const runs: Run[] = [];
  for (const operation of measuredOnPostgresql) {
    say(`${operation} on PostgreSQL, ${rounds} rounds`);
    // Each process compiles its own hot code.
    for (const one of started) await load(lab, one, operation, warmUpSeconds * one.pids.length);
    for (let round = 0; round < rounds; round++)
      for (const index of started.keys()) {
        const one = started[(round + index) % started.length] as Started;
        runs.push({ round, ...(await measureOnce(lab, place, one, operation, seconds)) });
      }
  }
  return runs;
}

async function load({ generator }: Lab, one: Started, operation: Measured, seconds: number) {
  const [pid = 0] = one.pids;
  const order = { operation, connections: usualConnections, pid, seconds, firstId: one.nextId };
  const result = await generator.run({ ...order, target: one.target });
  one.nextId = result.nextId;
  // What is chained later belongs to these requests too.
  while ((await one.db.query(sql`SELECT 1 FROM "audit_pending" LIMIT 1`)).length > 0) await wait(50);
  return result;
}

async function measureOnce(
  lab: Lab,
  { admin, server }: Place,
  one: Started,
  operation: Measured,
  seconds: number,
) {
  const now = async () => ({
    api: one.pids.reduce((sum, pid) => sum + (cpuSeconds(pid) ?? Number.NaN), 0),
    server: cpuSecondsWithChildren(server.pid()),
    wal: await walBytes(admin),
  });
  const before = await now();
  const { requests, seconds: taken, p50Ms, p99Ms } = await load(lab, one, operation, seconds);
  const after = await now();
  const perRequest = (of: keyof typeof before) => (after[of] - before[of]) / requests;
  return {
    ...{ subject: one.subject, operation, requestsPerSecond: requests / taken, p50Ms, p99Ms },
    ...{ apiCpu: 1000 * perRequest('api'), serverCpu: 1000 * perRequest('server') },
    walBytes: perRequest('wal'),
  };
}

async function walBytes(db: Database): Promise<number> {
  const [row] = await db.query<{ bytes: bigint }>(
    sql`SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS "bytes"`,
  );
  return Number(row?.bytes);
}

async function assertKept({ subject, db, nextId }: Started) {
  const kept = await db.prisma.plant.count();
  if (kept === nextId - 1) return;
  throw new Error(`${subjects[subject].title} has ${kept} plants, where it acknowledged ${nextId - 1}`);
}

/** Chains entries that wait, as after a pause of all processes. */
async function measureChain(url: string, count: number): Promise<number> {
  const db = await openDatabase(url);
  await db.prisma.$executeRawUnsafe(`
    INSERT INTO "audit_pending" ("at", "action", "actor_id", "subject", "request_id", "address")
    SELECT "at", "action", "actor_id", "subject", "request_id", "address" FROM "audit_entries" LIMIT ${count}`);
  const begun = performance.now();
  const chained = await auditLog.chainPending(db);
  const seconds = (performance.now() - begun) / 1000;
  await db.close();
  return chained / seconds;
}
