import { auditLog, type Database, webhooks } from '@plant-store/db';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The time that `/metrics` waits for the database, in milliseconds. */
const patienceMs = 1_000;

export function measureStore(db: Database, registry: Registry) {
  const { monitor } = db;
  const registers = [registry];
  const writes = new Histogram({
    name: 'plant_store_commit_writes',
    help: 'Writes in one commit; on PostgreSQL only added plants share one. Always 1: no load. Often 8 on PostgreSQL, or hundreds on SQLite: the disk is the bottleneck.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const durations = new Histogram({
    name: 'plant_store_commit_duration_seconds',
    help: 'Duration of a commit, in seconds. A rise with the same number of writes means that the disk is slow or shared.',
    buckets: [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers,
  });
  monitor.onCommit((count, seconds) => {
    writes.observe(count);
    durations.observe(seconds);
  });
  new Gauge({
    name: 'plant_store_writes_queued',
    help: 'Writes that wait; on PostgreSQL all work that waits for a connection. If it stays above 0 between peaks, more writes arrive than the store can process.',
    registers,
    collect() {
      this.set(monitor.queued());
    },
  });
  new Counter({
    name: 'plant_store_writes_shed_total',
    help: 'Writes refused with 503 because too many were waiting for the database. Above 0: overload, or a database that does not respond; none of these writes was stored.',
    registers,
    collect() {
      this.reset();
      this.inc(monitor.shed());
    },
  });
  new Gauge({
    name: 'plant_store_database_size_bytes',
    help: 'Size of the database, in bytes; compare it with the free space of the disk. Absent: the database did not answer in time.',
    registers,
    async collect() {
      const bytes = await withinPatience(monitor.sizeBytes());
      if (bytes === undefined) this.remove();
      else this.set(bytes);
    },
  });
  new Gauge({
    name: 'plant_store_audit_lag_seconds',
    help: 'Time for which the oldest new entry has waited for its place in the audit log, in seconds; 0 on SQLite. Above 60: the audit log stands still, and with it events and webhooks. Absent: the database did not answer in time.',
    registers,
    async collect() {
      const lag = await withinPatience(auditLog.lagSeconds(db));
      if (lag === undefined) this.remove();
      else this.set(lag);
    },
  });
  new Gauge({
    name: 'plant_store_webhooks',
    help: 'Webhooks by state: on, failing since a delivery failed, or off. Above 0 for failing or off: a receiver misses new plants. Absent: the database did not answer in time.',
    labelNames: ['state'],
    registers,
    async collect() {
      const found = await withinPatience(webhooks.list(db));
      this.reset();
      if (!found) return;
      const states = found.map(({ state, failingSince }) =>
        state === 'on' && failingSince ? 'failing' : state,
      );
      for (const state of ['on', 'failing', 'off'])
        this.set({ state }, states.filter((one) => one === state).length);
    },
  });
}

/** The value, or `undefined` after a failure or a timeout, so that the rest is answered. */
export function withinPatience<T>(value: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(resolve, patienceMs, undefined);
  value.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  return promise;
}
