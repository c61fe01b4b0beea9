import { createServer } from '@plant-store/api';
import { type Database, reserveStore } from '@plant-store/db';
import type { Env } from '../settings/env.ts';
import { startChaining } from '../store/audit-chaining.ts';
import { openStore } from '../store/open-store.ts';
import { startUpkeep } from '../store/upkeep.ts';
import { logStream } from './log-stream.ts';
import { assertPortFree, cannotListen } from './port.ts';

type Served = {
  db: Database;
  /** Logs a failure that does not end the process. */
  warn(err: unknown, message: string): void;
  /** Lets the running requests end, and then closes their resources. */
  close(): Promise<void>;
};

/**
 * Opens the store of the settings, and answers requests until `close`.
 * @param isDraining whether load balancers must stop sending requests
 * @throws StartError for unusable settings; a port in use is found before the store is opened
 */
export async function serve(env: Env, isDraining = () => false): Promise<Served> {
  await assertPortFree(env);
  await reserveStore(env.DATABASE_URL);
  const db = await openStore(env);
  // The tracer costs memory and time, so it is loaded only if it is configured.
  const tracing =
    env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : (await import('./tracing.ts')).startTracing(env);
  const app = createServer({
    db,
    logger: { level: env.LOG_LEVEL, stream: logStream() },
    isDraining,
    requiresIfMatch: env.REQUIRE_IF_MATCH,
    trustProxy: env.TRUST_PROXY,
    limits: {
      reads: env.RATE_LIMIT_READS,
      writes: env.RATE_LIMIT_WRITES,
      addressReads: env.RATE_LIMIT_ADDRESS_READS,
      addressWrites: env.RATE_LIMIT_ADDRESS_WRITES,
    },
    trace: tracing?.trace,
  });
  try {
    await app.listen({ host: env.HOST, port: env.API_PORT, listenTextResolver: () => 'listening' });
  } catch (cause) {
    await app.close();
    await db.close();
    await tracing?.close();
    throw cannotListen(cause, env);
  }
  const warn = (err: unknown, message: string) => app.log.warn({ err }, message);
  const endUpkeep = startUpkeep(db, (err) => warn(err, 'the cleanup of the store failed'));
  const endChaining = startChaining(db, (err) => warn(err, 'the audit log could not be extended'));
  return {
    db,
    warn,
    async close() {
      await app.close();
      await endUpkeep();
      await endChaining();
      await db.close();
      await tracing?.close();
    },
  };
}
