import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** prom-client's own observers cannot be stopped, so each closed server would leave its observers behind. */
export function measureProcess(app: FastifyInstance, registry: Registry) {
  const registers = [registry];
  measureEventLoop(app, registers);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of this process, in seconds. A rate near 1 means that one core is fully used; start another process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this process, in bytes. Growth for hours under an even load is a leak.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory of JavaScript objects, including garbage, in bytes.',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of this process, in seconds since 1970. It changes with a restart, which resets the counters to 0.',
    registers,
    collect() {
      this.set(performance.timeOrigin / 1000);
    },
  });
}

const intervalMs = 20;

/** Measures the delay of a timer. Other ready work has the same delay. */
function measureEventLoop(app: FastifyInstance, registers: Registry[]) {
  const delays = new Histogram({
    name: 'nodejs_eventloop_delay_seconds',
    help: 'Delay of timers in the event loop, in seconds. Above 0.1 something blocks all requests.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers,
  });
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - last - intervalMs) / 1000);
    last = now;
  }, intervalMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
