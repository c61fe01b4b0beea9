import { runCommand } from './command.ts';
import { readEnv } from './env.ts';
import { openStore } from './store.ts';
import { parseCommand, usage } from './token-command.ts';

await runCommand(usage, (words) => {
  const command = parseCommand(words);
  return command && { ...command, perform: () => inStore(command.perform) };
});

async function inStore<T>(perform: (db: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const db = await openStore(readEnv());
  try {
    return await perform(db);
  } finally {
    await db.close();
  }
}
