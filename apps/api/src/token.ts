import { StartError } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import { readEnv } from './env.ts';
import { openStore } from './store.ts';
import { parseCommand, UsageError, usage } from './token-command.ts';

try {
  const command = parseCommand(process.argv.slice(2));
  if (command) await run(command);
  else process.stdout.write(usage);
} catch (cause) {
  process.exitCode = 1;
  if (cause instanceof UsageError) process.stderr.write(`${cause.message}\n\n${usage}`);
  else if (cause instanceof StartError) process.stderr.write(`${cause.message}\n`);
  else if (cause instanceof StoreError) process.stderr.write(`${sentence(cause.message)}\n`);
  else throw cause;
}

async function run({ perform, isJson }: NonNullable<ReturnType<typeof parseCommand>>) {
  const db = await openStore(readEnv());
  try {
    const { json, text } = await perform(db);
    process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : text);
  } finally {
    await db.close();
  }
}

/** The store's messages begin in lower case, to stand in a sentence; here each is one. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
