import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { type Database, StartError } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import { releaseStartMemory } from './process/memory.ts';
import { serve } from './process/serve.ts';
import { shutDownOnSignal } from './process/stop.ts';
import { type Env, projectFolder, readEnv } from './settings/env.ts';
import { firstTokenFile, hasFirstTokenEnded } from './store/first-token.ts';
import { answerStartLinks } from './store/start-link.ts';

try {
  await start(readEnv());
} catch (cause) {
  if (!(cause instanceof StartError || cause instanceof StoreError)) throw cause;
  process.stderr.write(`The API did not start. ${cause.message}\n`);
  process.exit(1);
}

async function start(env: Env) {
  let isDraining = false;
  const { db, warn, close } = await serve(env, () => isDraining);
  shutDownOnSignal({ drainMs: env.DRAIN_SECONDS * 1000, leave: () => (isDraining = true), close });
  if (db.readOnlyReason) process.stderr.write(`Nothing can be written: ${db.readOnlyReason}.\n`);
  if (db.exposure) process.stderr.write(`Warning: ${db.exposure}.\n`);
  answerStartLinks(db, (err) => warn(err, 'the start link could not be created'));
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
  // The parent process may have ended; `shutDownOnSignal` handles that.
  process.send?.({ ready: url }, undefined, undefined, () => undefined);
}
