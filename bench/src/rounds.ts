import { join } from 'node:path';
import type { Cores } from './cores.ts';
import type { LoadGenerator } from './load-generator.ts';
import type { Operation } from './operations.ts';
import { type Plan, usualConnections } from './plan.ts';
import { memoryMb } from './process-figures.ts';
import { idleMemoryMb, type RunningServer, startServer } from './server-process.ts';
import { type BenchServer, type ServerKey, servers } from './servers.ts';
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

/** The results of one server process in one round. */
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
 * Measures one server in a new process, on a new copy of the store. Reads come before writes, so that all servers read
 * the same plants.
 * @throws Error at a wrong answer, and if an acknowledged plant is missing in the file
 */
export async function measure(
  lab: Lab,
  plan: Plan,
  { round, server, plantCount }: Pick<Run, 'round' | 'server' | 'plantCount'>,
): Promise<Run> {
  const file = join(lab.folder, 'under-test', `${server}.db`);
  copyStoreFile(storeOf(lab, plantCount), file);
  if (plan.isAsUsers && servers[server].isBare) keepOneTable(file);
  const running = await startServer(servers[server], { file, plantCount }, lab.cores?.server, plan.isAsUsers);
  try {
    const idleMb = await idleMemoryMb(running);
    const { measurements, nextId } = await measureAll(lab, plan, running);
    const peakMb = memoryMb(running.pid)?.peak;
    await running.stop();
    assertKept(servers[server], file, nextId - 1);
    return { round, server, plantCount, coldStartMs: running.coldStartMs, idleMb, peakMb, measurements };
  } finally {
    await running.stop();
  }
}

/** The path of the prepared store file with this number of plants. */
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

/** @throws Error if the file has another number of plants than the prepared and acknowledged plants together */
export function assertKept({ title }: BenchServer, file: string, expected: number) {
  const kept = countPlants(file);
  if (kept === expected) return;
  throw new Error(`${title} has ${kept} plants in its file, where it acknowledged ${expected}`);
}
