import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, readEnv, StartError, webUrl } from './env.ts';
import { startWebServer } from './server/web-server.ts';

const projectFolder = join(import.meta.dirname, '../../..');

try {
  const file = join(projectFolder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  await start(readEnv());
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause;
  process.stderr.write(`The web did not start. ${cause.message}\n`);
  process.exit(1);
}

async function start(env: Env) {
  const stop = await startWebServer(env, { isDev: process.argv.includes('--dev') });
  stopOnRequest(stop);
  const url = webUrl(env);
  process.stdout.write(`Web ready on ${url}\n`);
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
