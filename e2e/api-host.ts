import { startCodes } from '@plant-store/db';
import { serve } from '../apps/api/src/process/serve.ts';
import { readEnv } from '../apps/api/src/settings/env.ts';

// The API process of the browser tests. It serves one store after another, as loading the API lasts longer than the
// requests of most tests. The parent process sends one message at a time, and waits for the answer.

export type Wanted = { start: NodeJS.ProcessEnv } | 'stop' | 'startCode';

// Each store adds an error listener to the output.
process.stdout.setMaxListeners(0);
process.setMaxListeners(0);

const environment = { ...process.env };
let served: Awaited<ReturnType<typeof serve>> | undefined;

async function perform(wanted: Wanted) {
  if (wanted === 'stop') {
    const stopped = served;
    served = undefined;
    return stopped?.close();
  }
  if (wanted === 'startCode') return served && startCodes.create(served.db);
  // Removes the settings of the previous store.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment, wanted.start);
  served = await serve(readEnv());
}

process.on('message', async (wanted: Wanted) => {
  const result = await perform(wanted);
  process.send?.({ result: result ?? null });
});
process.on('disconnect', () => process.exit());
