import { type Operation, operations } from './operations.ts';
import { median } from './percentiles.ts';
import type { Measurement, Run } from './rounds.ts';
import { type ServerKey, serverKeys } from './servers.ts';

/** The subject of a measured value: the process, or one measurement of the process. */
export type Where = { plantCount: number; operation?: Operation; connections?: number };

type MeasuredKey = 'requestsPerSecond' | 'p50Ms' | 'p99Ms' | 'cpuSecondsPer1000';
type ProcessKey = 'coldStartMs' | 'idleMb' | 'peakMb';
export type Figure = MeasuredKey | ProcessKey;

/** A measured value of one run; `undefined` if it was not measured. */
function figureOf(run: Run, figure: Figure, { operation, connections }: Where): number | undefined {
  if (figure === 'coldStartMs' || figure === 'idleMb' || figure === 'peakMb') return run[figure];
  return measurementOf(run, operation, connections)?.[figure];
}

/** The median of a server's measured values over all rounds. */
export function medianOf(runs: Run[], server: ServerKey, figure: Figure, where: Where): number | undefined {
  const values = runs
    .filter((run) => run.server === server && run.plantCount === where.plantCount)
    .map((run) => figureOf(run, figure, where))
    .filter((value) => value !== undefined);
  return values.length === 0 ? undefined : median(values);
}

/** The median of the ratios between two servers in the same round, because a slow round slows both servers. */
export function medianRatio(
  runs: Run[],
  servers: [ServerKey, ServerKey],
  figure: Figure,
  where: Where,
): number | undefined {
  const [first, second] = servers.map((server) =>
    runs.filter((run) => run.server === server && run.plantCount === where.plantCount),
  );
  const ratios = (first ?? []).flatMap((run) => {
    const other = second?.find(({ round }) => round === run.round);
    const above = figureOf(run, figure, where);
    const below = other && figureOf(other, figure, where);
    return above === undefined || below === undefined ? [] : [above / below];
  });
  return ratios.length === 0 ? undefined : median(ratios);
}

/** One line of the table: the medians of a server for an operation, by connections and plants. */
export type Row = { server: ServerKey; plantCount: number } & Pick<Measurement, 'operation' | 'connections'> &
  Record<MeasuredKey, number | undefined>;

/** All medians, in an order that places values to compare next to each other. */
export function rowsOf(runs: Run[]): Row[] {
  const seen = <T>(values: T[]) => [...new Set(values)];
  const all = runs.flatMap(({ measurements }) => measurements);
  const rows: Row[] = [];
  for (const plantCount of seen(runs.map((run) => run.plantCount)))
    for (const operation of operations)
      for (const connections of seen(all.map((one) => one.connections)))
        for (const server of serverKeys) {
          const where = { plantCount, operation, connections };
          const of = (figure: Figure) => medianOf(runs, server, figure, where);
          const requestsPerSecond = of('requestsPerSecond');
          if (requestsPerSecond === undefined) continue;
          const cpuSecondsPer1000 = of('cpuSecondsPer1000');
          rows.push({
            server,
            ...where,
            requestsPerSecond,
            p50Ms: of('p50Ms'),
            p99Ms: of('p99Ms'),
            cpuSecondsPer1000,
          });
        }
  return rows;
}

const measurementOf = (run: Run, operation?: Operation, connections?: number) =>
  run.measurements.find((one) => one.operation === operation && one.connections === connections);
