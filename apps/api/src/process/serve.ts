import { once } from 'node:events';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { createSender, createServer, startDelivery } from '@plant-store/api';
import { type Database, reserveStore } from '@plant-store/db';
import { stopListening } from '@plant-store/http';
import { listenError } from '@plant-store/http/address';
import type { Env } from '../settings/env.ts';
import { startChaining, startUpgrade, startUpkeep } from '../store/background.ts';
import { firstTokenPath } from '../store/first-token.ts';
import { openStore } from '../store/open-store.ts';
import { logStream } from './log-stream.ts';

type Served = {
  db: Database;
  port: number;
  warn(err: unknown, message: string): void;
  stopListening(): void;
  close(): Promise<void>;
};

type Options = {
  /** Whether load balancers must stop sending requests. */
  isDraining?: () => boolean;
  log?: ReturnType<typeof logStream>;
  /** For a sandbox: no limit of failures, no file with a token, and each answer ends its connection. */
  isSandbox?: boolean;
};

/**
 * Answers requests until `close`; with the port 0 at one that is free.
 * @throws StartError for unusable settings; a port in use is found before the store is opened
 */
export async function serve(
  env: Env,
  { isDraining = () => false, log = logStream(), isSandbox = false }: Options = {},
): Promise<Served> {
  await assertPortFree(env);
  const { db, closeStore } = await openReserved(env);
  // The tracer costs memory and time, so it is loaded only if it is configured.
  const tracing =
    env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : (await import('./tracing.ts')).startTracing(env);
  const app = createServer({
    db,
    logger: { level: env.LOG_LEVEL, stream: log },
    isDraining,
    requiresIfMatch: env.REQUIRE_IF_MATCH,
    trustProxy: env.TRUST_PROXY,
    webhookAllow: env.WEBHOOK_ALLOW,
    limits: {
      reads: env.RATE_LIMIT_READS,
      writes: env.RATE_LIMIT_WRITES,
      addressReads: env.RATE_LIMIT_ADDRESS_READS,
      addressWrites: env.RATE_LIMIT_ADDRESS_WRITES,
      areFailuresUnlimited: isSandbox,
    },
    firstTokenFile: () => (isSandbox ? undefined : firstTokenPath(env)),
    trace: tracing?.trace,
  });
  if (isSandbox) app.server.maxRequestsPerSocket = 1;
  const warn = (err: unknown, message: string) => app.log.warn({ err }, message);
  const endUpgrade = await startUpgrade(db, (err) => warn(err, 'the upgrade of the store failed'));
  try {
    await app.listen({ host: env.HOST, port: env.API_PORT, listenTextResolver: () => 'listening' });
  } catch (cause) {
    await app.close();
    await endUpgrade();
    await closeStore();
    await tracing?.close();
    throw listenError(cause, env.HOST, 'API_PORT', env.API_PORT);
  }
  const endUpkeep = startUpkeep(db, (err) => warn(err, 'the cleanup of the store failed'));
  const endChaining = startChaining(db, (err) => warn(err, 'the audit log could not be extended'));
  const endDelivery = startDelivery(db, {
    send: createSender({ allow: env.WEBHOOK_ALLOW }),
    log: app.log,
    warn: (err) => warn(err, 'the webhooks could not be read or saved'),
  });
  return {
    db,
    port: (app.server.address() as AddressInfo).port,
    warn,
    stopListening: () => stopListening(app.server),
    async close() {
      await app.close();
      await endUpgrade();
      await endUpkeep();
      await endDelivery();
      await endChaining();
      await closeStore();
      await tracing?.close();
    },
  };
}

async function openReserved(env: Env) {
  const { renew, release } = await reserveStore(env.DATABASE_URL);
  let db: Database | undefined;
  try {
    db = await openStore(env);
    await renew();
  } catch (cause) {
    await db?.close();
    release();
    throw cause;
  }
  const { close } = db;
  return { db, closeStore: () => close().finally(release) };
}

/** Asserts that the address is free, before the store is opened: a start that must fail changes nothing. */
async function assertPortFree(env: Env): Promise<void> {
  const probe = createProbe().listen({ port: env.API_PORT, host: env.HOST });
  try {
    await once(probe, 'listening');
  } catch (cause) {
    throw listenError(cause, env.HOST, 'API_PORT', env.API_PORT);
  }
  probe.close();
  await once(probe, 'close');
}
