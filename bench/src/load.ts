import { Connection } from './connection.ts';
import { type Exchange, exchanges, type Measured, type Target } from './operations.ts';
import { Samples } from './percentiles.ts';
import { cpuSeconds } from './process-figures.ts';

export type LoadOrder = {
  target: Target;
  operation: Measured | 'search';
  connections: number;
  seconds: number;
  /** The process id of the server, whose CPU time is measured. */
  pid: number;
  /** The first id of added plants. */
  firstId: number;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  serverCpuSeconds: number | undefined;
  /** The share of its core that the load generator used. Near 1, the result shows its own limit, not the server's. */
  loadCpuShare: number;
  nextId: number;
};

/** The body of every 50th answer is checked, beginning with the first, and the status of every answer. */
const checkedEvery = 50;
/** The time limit for the last answers. A server that is later counts as hanging. */
const patienceMs = 10_000;

/**
 * Keeps every connection busy with one request at a time until the time is over, and waits for the last answers.
 * @throws Error at the first wrong answer, and if the last answers need more than 10 s
 */
export async function load(order: LoadOrder): Promise<LoadResult> {
  let nextId = order.firstId;
  const next = exchanges(order.operation, order.target, () => nextId++);
  const samples = new Samples();
  const { port, ports = [port] } = order.target;
  const connections = await Promise.all(
    Array.from({ length: order.connections }, (_, index) =>
      Connection.open(ports[index % ports.length] ?? port),
    ),
  );
  const giveUp = () => connections.forEach((connection) => void connection.close(hangs(order)));
  // One timer for all connections: the cost of a timer per request would be measured too.
  const timer = setTimeout(giveUp, order.seconds * 1000 + patienceMs);
  try {
    const cpuBefore = { server: cpuSeconds(order.pid), own: process.cpuUsage() };
    const begin = performance.now();
    const end = begin + order.seconds * 1000;
    await Promise.all(connections.map((connection) => keepBusy(connection, { next, samples, end })));
    const seconds = (performance.now() - begin) / 1000;
    const own = process.cpuUsage(cpuBefore.own);
    const [p50Ms = Number.NaN, p95Ms = Number.NaN, p99Ms = Number.NaN] = samples.percentiles(50, 95, 99);
    return {
      requests: samples.count,
      seconds,
      p50Ms,
      p95Ms,
      p99Ms,
      serverCpuSeconds: difference(cpuSeconds(order.pid), cpuBefore.server),
      loadCpuShare: (own.user + own.system) / 1e6 / seconds,
      nextId,
    };
  } finally {
    clearTimeout(timer);
    for (const connection of connections) connection.close();
  }
}

async function keepBusy(
  connection: Connection,
  { next, samples, end }: { next: () => Exchange; samples: Samples; end: number },
) {
  for (let sentAt = performance.now(); sentAt < end; ) {
    const { request, isRight } = next();
    const { status, body } = await connection.send(request);
    const answeredAt = performance.now();
    samples.add(answeredAt - sentAt);
    if (status !== 200 || (samples.count % checkedEvery === 1 && !isRight(body())))
      throw new Error(`a wrong answer, ${status}: ${body().slice(0, 300)}\nto: ${request.split('\r\n')[0]}`);
    sentAt = performance.now();
  }
}

const hangs = ({ operation }: LoadOrder) =>
  new Error(
    `the server hangs: ${patienceMs / 1000} s after the time for "${operation}" was over, answers were still missing; the line above says which one, and --servers measures it alone`,
  );

const difference = (after: number | undefined, before: number | undefined) =>
  after === undefined || before === undefined ? undefined : after - before;
