import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { createServer } from '@plant-store/api';
import { StartError } from '@plant-store/db';
import { type Env, projectFolder, readEnv } from './env.ts';
import { firstTokenFile } from './first-token.ts';
import { assertPortFree, cannotListen } from './port.ts';
import { openStore } from './store.ts';

try {
  await start(readEnv());
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause;
  process.stderr.write(`The API did not start. ${cause.message}\n`);
  process.exit(1);
}

async function start(env: Env) {
  await assertPortFree(env);
  const db = await openStore(env);
  const app = createServer({ db, logger: { level: env.LOG_LEVEL } });
  try {
    await app.listen({ host: env.HOST, port: env.API_PORT, listenTextResolver: () => 'listening' });
  } catch (cause) {
    await db.close();
    throw cannotListen(cause, env);
  }
  stopOnRequest(async () => {
    // First the requests under way, then what they need.
    await app.close();
    await db.close();
  });
  announce(env);
}

function announce(env: Env) {
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  const url = `http://${host}:${env.API_PORT}`;
  process.stdout.write(`API ready on ${url} (reference: ${url}/docs)\n`);
  const file = firstTokenFile(env);
  if (!env.PLANT_STORE_TOKEN && existsSync(file))
    process.stdout.write(
      `Try it: curl -H "Authorization: Bearer $(cat ${relative(projectFolder, file)})" ${url}/plants\n`,
    );
  process.send?.({ ready: url });
}

/** Stops once, on the first signal, or when the process that started this one is gone. */
function stopOnRequest(stop: () => Promise<void>) {
  let isStopping = false;
  const onRequest = () => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, onRequest);
}
