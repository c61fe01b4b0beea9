import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { createServer } from '@plant-store/api';
import { type Database, reserveStore, StartError } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import { logStream } from './process/log-stream.ts';
import { releaseStartMemory } from './process/memory.ts';
import { assertPortFree, cannotListen } from './process/port.ts';
import { shutDownOnSignal } from './process/stop.ts';
import { type Env, projectFolder, readEnv } from './settings/env.ts';
import { startChaining } from './store/audit-chaining.ts';
import { firstTokenFile, hasFirstTokenEnded } from './store/first-token.ts';
import { openStore } from './store/open-store.ts';
import { answerStartLinks } from './store/start-link.ts';
import { startUpkeep } from './store/upkeep.ts';

try {
  await start(readEnv());
} catch (cause) {
  if (!(cause instanceof StartError || cause instanceof StoreError)) throw cause;
  process.stderr.write(`The API did not start. ${cause.message}\n`);
  process.exit(1);
}

async function start(env: Env) {
  await assertPortFree(env);
  await reserveStore(env.DATABASE_URL);
  const db = await openStore(env);
  // The tracer takes memory and time to load, so it is loaded only if it is configured.
  const tracing =
    env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : (await import('./process/tracing.ts')).startTracing(env);
  let isDraining = false;
  const app = createServer({
    db,
    logger: { level: env.LOG_LEVEL, stream: logStream() },
    isDraining: () => isDraining,
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
    await db.close();
    throw cannotListen(cause, env);
  }
  const endUpkeep = startUpkeep(db, (err) => app.log.warn({ err }, 'the cleanup of the store failed'));
  const endChaining = startChaining(db, (err) =>
    app.log.warn({ err }, 'the audit log could not be extended'),
  );
  shutDownOnSignal({
    drainMs: env.DRAIN_SECONDS * 1000,
    leave: () => (isDraining = true),
    async close() {
      // First the requests under way end, then their resources close.
      await app.close();
      await endUpkeep();
      await endChaining();
      await db.close();
      await tracing?.close();
    },
  });
  if (db.readOnlyReason) process.stderr.write(`Nothing can be written: ${db.readOnlyReason}.\n`);
  if (db.exposure) process.stderr.write(`Warning: ${db.exposure}.\n`);
  answerStartLinks(db, (err) => app.log.warn({ err }, 'the start link could not be created'));
  await announce(env, db);
  releaseStartMemory();
}

async function announce(env: Env, db: Database) {
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  const url = `http://${host}:${env.API_PORT}`;
  process.stdout.write(`API ready on ${url} (reference: ${url}/docs)\n`);
  const file = firstTokenFile(env);
  if (!env.PLANT_STORE_TOKEN && existsSync(file)) {
    const name = relative(projectFolder, file);
    process.stdout.write(
      (await hasFirstTokenEnded(db, file))
        ? `The token in ${name} no longer works: delete that file. To create a new token: npm run token -- create\n`
        : `To sign in, paste the token in ${name}.\nTry it: curl -H "Authorization: Bearer $(cat ${name})" ${url}/plants\n`,
    );
  }
  // The parent process may be gone by now, which is no error: `shutDownOnSignal` handles it.
  process.send?.({ ready: url }, undefined, undefined, () => undefined);
}
