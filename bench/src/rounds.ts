import { join } from 'node:path';
import { type Contestant, contestants, type ServerKey } from './contestants.ts';
import type { Cores } from './cores.ts';
import type { LoadGenerator } from './load-generator.ts';
import type { Operation } from './operations.ts';
import { type Plan, usualConnections } from './plan.ts';
import { memoryMb } from './process-figures.ts';
import { idleMemoryMb, type RunningServer, startServer } from './server-process.ts';
import { copyStoreFile, countPlants, keepOneTable } from './store-file.ts';

export type Measurement = {
  operation: Operation;
  connections: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU seconds of the server per 1,000 requests; `undefined`, like the memory, without /proc. */
  cpuSecondsPer1000: number | undefined;
  loadCpuShare: number;
};

/** The figures of one server process in one round. */
export type Run = {
  round: number;
  server: ServerKey;
  plantCount: number;
  coldStartMs: number;
  idleMb: number | undefined;
  peakMb: number | undefined;
  measurements: Measurement[];
};

export type Lab = { folder: string; cores: Cores | undefined; generator: LoadGenerator };

/**
 * Measures one server in a fresh process, on a fresh copy of the store. Reading comes before adding, so that all
 * servers read from the same plants.
 * @throws Error at a wrong answer, and when a plant that was acknowledged is not in the file
 */
export async function measure(
  lab: Lab,
  plan: Plan,
  { round, server, plantCount }: Pick<Run, 'round' | 'server' | 'plantCount'>,
): Promise<Run> {
  const file = join(lab.folder, 'under-test', `${server}.db`);
  copyStoreFile(storeOf(lab, plantCount), file);
  if (plan.isAsUsers && contestants[server].isBare) keepOneTable(file);
  const running = await startServer(
    contestants[server],
    { file, plantCount },
    lab.cores?.server,
    plan.isAsUsers,
  );
  try {
    const idleMb = await idleMemoryMb(running);
    const { measurements, nextId } = await measureAll(lab, plan, running);
    const peakMb = memoryMb(running.pid)?.peak;
    await running.stop();
    assertKept(contestants[server], file, nextId - 1);
    return { round, server, plantCount, coldStartMs: running.coldStartMs, idleMb, peakMb, measurements };
  } finally {
    await running.stop();
  }
}

/** The original of the file of a store with so many plants. */
export const storeOf = ({ folder }: Pick<Lab, 'folder'>, plantCount: number): string =>
  join(folder, `plants-${plantCount}.db`);

async function measureAll({ generator }: Lab, plan: Plan, { target, pid }: RunningServer) {
  const measurements: Measurement[] = [];
  let nextId = target.plantCount + 1;
  const run = async (operation: Operation, connections: number, seconds: number) => {
    const result = await generator.run({ target, operation, connections, seconds, pid, firstId: nextId });
    nextId = result.nextId;
    return result;
  };
  for (const operation of plan.operations) {
    await run(operation, usualConnections, plan.warmUpSeconds);
    for (const connections of plan.connections) {
      const { requests, seconds, serverCpuSeconds, p50Ms, p99Ms, loadCpuShare } = await run(
        operation,
        connections,
        plan.seconds,
      );
      const cpuSecondsPer1000 = serverCpuSeconds && (serverCpuSeconds / requests) * 1000;
      const requestsPerSecond = requests / seconds;
      measurements.push({
        operation,
        connections,
        requestsPerSecond,
        p50Ms,
        p99Ms,
        cpuSecondsPer1000,
        loadCpuShare,
      });
    }
  }
  return { measurements, nextId };
}

/** @throws Error unless the number of plants in the file is that of the prepared and the acknowledged plants */
export function assertKept({ title }: Contestant, file: string, expected: number) {
  const kept = countPlants(file);
  if (kept === expected) return;
  throw new Error(`${title} has ${kept} plants in its file, where it acknowledged ${expected}`);
}
