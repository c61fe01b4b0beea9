import { parseWords, UsageError } from '@plant-store/api-server/src/commands/command.ts';
import { plantCount } from '@plant-store/api-server/src/commands/seed-command.ts';
import { anAddress } from '@plant-store/api-server/src/settings/env.ts';
import { addressFault } from '@plant-store/db';

export const usage = `Usage:
  npm run --silent sandbox [-- --plants COUNT] [--database postgresql://USER:PASSWORD@HOST:PORT/DATABASE]

Starts a store of its own for tests, on free ports and in a temporary folder, and prints one line of JSON when it is ready.
POST to its resetUrl makes it new again. It ends, and leaves nothing, when its standard input closes or at a signal.
--plants fills it as "npm run seed" does; --database takes a schema of its own there. docs/testing.md has the rest.
`;

export type Options = { plants: number; database: string | undefined };

/** Parses the words after `npm run sandbox --`; `undefined` for help. @throws UsageError */
export function parseOptions(words: string[]): Options | undefined {
  const { values, positionals } = parseWords(words, {
    plants: { type: 'string' },
    database: { type: 'string' },
  });
  const { plants, database, help } = values;
  if (help || positionals[0] === 'help') return undefined;
  if (positionals[0] !== undefined) throw new UsageError(`"${positionals[0]}" is one word too many.`);
  const fault = database === undefined ? undefined : addressFault(database);
  if (fault) throw new UsageError(`--database takes ${anAddress}: ${fault}.`);
  return { plants: plants === undefined ? 0 : plantCount(plants), database };
}
