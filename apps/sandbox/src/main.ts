import { UsageError } from '@plant-store/api-server/src/commands/command.ts';
import { StartError } from '@plant-store/db';
import { shutDownOnSignal } from '@plant-store/http';
import { type Options, parseOptions, usage } from './options.ts';
import { startSandbox } from './sandbox.ts';

// scripts/commands.mjs starts this process in a folder of its own, and prints its one message.
try {
  const options = parseOptions(process.argv.slice(2));
  if (options) await start(options);
  else process.stderr.write(usage);
} catch (cause) {
  if (cause instanceof UsageError) process.stderr.write(`${cause.message}\n\n${usage}`);
  else if (cause instanceof StartError) process.stderr.write(`The sandbox did not start. ${cause.message}\n`);
  else throw cause;
  process.exit(1);
}

async function start(options: Options) {
  const starting = startSandbox(options);
  // A signal during the start waits for its end, so that nothing stays in a PostgreSQL server.
  const close = () => starting.then((sandbox) => sandbox.close()).catch(() => undefined);
  shutDownOnSignal({ close });
  const { addresses } = await starting;
  process.send?.({ ready: addresses }, undefined, undefined, () => undefined);
}
