import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, readEnv, StartError, webUrl } from './server/env.ts';
import { startWebServer } from './server/web-server.ts';
import { stopOnRequest } from './stop.ts';

const settingsFile = join(import.meta.dirname, '../../../.env');

try {
  loadSettings();
  await start(readEnv());
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause;
  process.stderr.write(`The web did not start. ${cause.message}\n`);
  process.exit(1);
}

function loadSettings() {
  if (!existsSync(settingsFile)) return;
  try {
    process.loadEnvFile(settingsFile);
  } catch (cause) {
    throw new StartError(
      `.env: ${settingsFile} cannot be read (${(cause as { code?: string }).code}); give the user of the store access, or remove it.`,
      { cause },
    );
  }
}

async function start(env: Env) {
  const stop = await startWebServer(env, { isDev: process.argv.includes('--dev') });
  stopOnRequest(stop);
  const url = webUrl(env);
  process.stdout.write(`Web ready on ${url}\n`);
  // If the parent process has ended before this message, that is no error: `stopOnRequest` handles it.
  process.send?.({ ready: url }, undefined, undefined, () => undefined);
}
