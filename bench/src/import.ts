import { once } from 'node:events';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { makeImportFiles, type Order } from './import-files.ts';
import { isShellThere, shellImport } from './import-shell.ts';
import type { Target } from './operations.ts';
import { median, Samples } from './percentiles.ts';
import type { ImportPlan } from './plan.ts';
import { memoryMb } from './process-figures.ts';
import type { Lab } from './rounds.ts';
import { startServer } from './server-process.ts';
import { servers } from './servers.ts';
import { copyStoreFile, countPlants, makeStoreFile } from './store-file.ts';

/** The results of one import of a file into a store of 100 plants, which are read meanwhile. */
export type ImportRun = {
  round: number;
  order: Order;
  rows: number;
  rowsPerSecond: number;
  /** The speed of the sqlite3 shell with the same plants in the same round; absent if the shell is not installed. */
  shellRowsPerSecond: number | undefined;
  peakMb: number | undefined;
  /** The number of plants that were read by id during the import. */
  reads: number;
  readP50Ms: number;
  readP99Ms: number;
};

/** The number of plants in the store before the import. They are read during the import. */
const plantCount = 100;
const readers = 4;
const readEveryMs = 8;

/** Imports a file into a new plant store, and then with the sqlite3 shell. */
export async function measureImport(
  lab: Lab,
  plan: ImportPlan,
  say: (line: string) => void,
): Promise<ImportRun[]> {
  const isShell = isShellThere();
  if (!isShell)
    say('The sqlite3 shell is not installed, so the import is measured without it (apt-get install sqlite3)');
  const empty = join(lab.folder, 'imported', 'empty.db');
  await makeStoreFile(empty, 0);
  const small = join(lab.folder, 'imported', 'small.db');
  await makeStoreFile(small, plantCount);
  const runs: ImportRun[] = [];
  for (const order of plan.orders) {
    const paths = { plain: join(lab.folder, `${order}.csv`), whole: join(lab.folder, `${order}.whole.csv`) };
    say(`Making a file of ${plan.rows.toLocaleString('en')} plants, ${order}`);
    makeImportFiles(paths, plan.rows, order);
    for (let round = 1; round <= plan.rounds; round++) {
      say(`Import, round ${round} of ${plan.rounds}, ${order}`);
      const file = join(lab.folder, 'under-test', 'import.db');
      removeStore(file);
      copyStoreFile(small, file);
      const ours = await importInto(file, paths.plain, plan.rows);
      // A killed process leaves its log file, so the store's files are removed first.
      removeStore(file);
      copyStoreFile(empty, file);
      const shell = isShell ? plan.rows / shellImport(file, paths.whole) : undefined;
      if (isShell) expectRows(file, plan.rows);
      removeStore(file);
      runs.push({ round, order, rows: plan.rows, ...ours, shellRowsPerSecond: shell });
    }
    for (const path of Object.values(paths)) rmSync(path);
  }
  return runs;
}

async function importInto(file: string, csv: string, rows: number) {
  // An import has its own thread, so the server may use all cores, as in production.
  const { target, pid, stop } = await startServer(servers.ours, { file, plantCount }, undefined);
  try {
    const reading = readMeanwhile(target);
    const begun = performance.now();
    const result = await send(target, csv);
    const seconds = (performance.now() - begun) / 1000;
    const samples = await reading.stop();
    if (result.created !== rows) throw new Error(`not all rows came in: ${JSON.stringify(result)}`);
    const [readP50Ms = Number.NaN, readP99Ms = Number.NaN] = samples.percentiles(50, 99);
    return {
      rowsPerSecond: rows / seconds,
      peakMb: memoryMb(pid)?.peak,
      reads: samples.count,
      readP50Ms,
      readP99Ms,
    };
  } finally {
    await stop();
  }
}

/**
 * Reads one plant after another at a steady rate. The time of a late request counts from its planned start: otherwise a
 * blocked server would get fewer requests and a better result.
 */
function readMeanwhile({ port, token }: Target) {
  const samples = new Samples();
  let isOver = false;
  const read = async () => {
    const connection = await Connection.open(port);
    let due = performance.now();
    for (let id = 1; !isOver; id = (id % plantCount) + 1) {
      await wait(Math.max(0, due - performance.now()));
      const { status } = await connection.send(
        `GET /plants/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      samples.add(performance.now() - due);
      if (status !== 200) throw new Error(`a plant could not be read during the import: ${status}`);
      due += readEveryMs;
    }
    connection.close();
  };
  const done = Promise.all(Array.from({ length: readers }, read));
  // `stop` reports the error.
  done.catch(() => undefined);
  return {
    async stop() {
      isOver = true;
      await done;
      return samples;
    },
  };
}

async function send({ port, token }: Target, csv: string): Promise<{ created: number }> {
  const post = request({
    port,
    method: 'POST',
    path: '/imports',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'text/csv',
      'content-length': statSync(csv).size,
    },
  });
  const [[answer]] = await Promise.all([once(post, 'response'), pipeline(createReadStream(csv), post)]);
  const body = (await json(answer)) as { created: number };
  if (answer.statusCode !== 200) throw new Error(`the import failed: ${JSON.stringify(body)}`);
  return body;
}

function expectRows(file: string, rows: number) {
  const found = countPlants(file);
  if (found !== rows) throw new Error(`the sqlite3 shell stored ${found} of ${rows} rows`);
}

function removeStore(file: string) {
  for (const ending of ['', '-wal', '-shm', '.log']) rmSync(`${file}${ending}`, { force: true });
}

export type ImportRow = Omit<ImportRun, 'round'> & { ratio: number | undefined };

/** The medians of the rounds, and the ratio to the shell's speed in the same round. */
export function importRows(runs: ImportRun[]): ImportRow[] {
  return [...new Set(runs.map(({ order }) => order))].map((order) => {
    const rounds = runs.filter((run) => run.order === order);
    const of = (figure: (run: ImportRun) => number | undefined) => {
      const values = rounds.map(figure).filter((value) => value !== undefined);
      return values.length === 0 ? undefined : median(values);
    };
    return {
      order,
      rows: rounds[0]?.rows ?? 0,
      rowsPerSecond: of((run) => run.rowsPerSecond) ?? 0,
      shellRowsPerSecond: of((run) => run.shellRowsPerSecond),
      ratio: of((run) => run.shellRowsPerSecond && run.rowsPerSecond / run.shellRowsPerSecond),
      peakMb: of((run) => run.peakMb),
      reads: of((run) => run.reads) ?? 0,
      readP50Ms: of((run) => run.readP50Ms) ?? 0,
      readP99Ms: of((run) => run.readP99Ms) ?? 0,
    };
  });
}
