import { runCommand } from './commands/command.ts';
import { parseCommand, usage } from './commands/token-command.ts';
import { readEnv } from './settings/env.ts';
import { openStore } from './store/open-store.ts';

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
