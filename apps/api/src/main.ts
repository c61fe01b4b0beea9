import { type Database, freeMemory, StartError, startCodes } from '@plant-store/db';
import { shutDownOnSignal } from '@plant-store/http';
import { urlOf } from '@plant-store/http/address';
import { StoreError } from '@plant-store/schema';
import { serve } from './process/serve.ts';
import { type Env, readEnv } from './settings/env.ts';
import { firstTokenFile, firstTokenPath, hasFirstTokenEnded } from './store/first-token.ts';

const settledMs = 500;

try {
  await start(readEnv());
} catch (cause) {
  if (!(cause instanceof StartError || cause instanceof StoreError)) throw cause;
  process.stderr.write(`The API did not start. ${cause.message}\n`);
  process.exit(1);
}

async function start(env: Env) {
  let isDraining = false;
  const { db, warn, stopListening, close } = await serve(env, { isDraining: () => isDraining });
  const leave = () => (isDraining = true);
  shutDownOnSignal({ drainMs: env.DRAIN_SECONDS * 1000, leave, stopListening, close });
  if (db.readOnlyReason) process.stderr.write(`Nothing can be written: ${db.readOnlyReason}.\n`);
  if (db.warning) process.stderr.write(`Warning: ${db.warning}.\n`);
  answerStartLinks(db, (err) => warn(err, 'the start link could not be created'));
  await announce(env, db);
  // Frees some 15 MB that only the start needed; V8 would keep them. Without --expose-gc it does nothing.
  setTimeout(freeMemory, settledMs).unref();
}

async function announce(env: Env, db: Database) {
  const url = urlOf(env.HOST, env.API_PORT);
  process.stdout.write(`API ready on ${url} (reference: ${url}/docs)\n`);
  const name = firstTokenPath(env);
  if (name !== undefined) {
    process.stdout.write(
      (await hasFirstTokenEnded(db, firstTokenFile(env)))
        ? `The token in ${name} no longer works: delete that file. To create a new token: npm run token -- create\n`
        : `To sign in, paste the token in ${name}.\nTry it: curl -H "Authorization: Bearer $(cat ${name})" ${url}/plants\n`,
    );
  }
  // The parent process may have ended; `shutDownOnSignal` handles that.
  process.send?.({ ready: url }, undefined, undefined, () => undefined);
}

/** The code uses only the channel between the two processes, as standard output may be a log. */
function answerStartLinks(db: Database, onFailure: (cause: unknown) => void) {
  process.on('message', (message: { wanted?: unknown } | null) => {
    if (message?.wanted !== 'startCode') return;
    startCodes.create(db).then((startCode) => {
      // The parent process may have ended already.
      process.send?.({ startCode: startCode ?? null }, undefined, undefined, () => undefined);
    }, onFailure);
  });
}
