import { join } from 'node:path';
import { shutDownOnSignal } from '@plant-store/http';
import { loadSettings } from '@plant-store/http/env-file';
import { StartError } from '@plant-store/schema/without-zod';
import { type Env, readEnv } from './server/env.ts';
import { startWebServer } from './server/web-server.ts';

try {
  loadSettings(join(import.meta.dirname, '../../../.env'), process.env);
  await start(readEnv());
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause;
  process.stderr.write(`The web did not start. ${cause.message}\n`);
  process.exit(1);
}

async function start(env: Env) {
  const { url, close } = await startWebServer(env, { isDev: process.argv.includes('--dev') });
  shutDownOnSignal({ close });
  process.stdout.write(`Web ready on ${url}\n`);
  // If the parent process has ended before this message, that is no error: `shutDownOnSignal` handles it.
  process.send?.({ ready: url }, undefined, undefined, () => undefined);
}
