import { addressFault, asOptionError, contentText, restore } from '@plant-store/db';
import { databaseFile } from '../settings/database-file.ts';
import { anAddress, isPostgresql, projectFolder } from '../settings/env.ts';
import { locate, storeUrl } from './backup-command.ts';
import { type Command, type Outcome, parseWords, shown, UsageError } from './command.ts';
import { stopOnSignal } from './stop-on-signal.ts';

export const usage = `Usage:
  npm run restore -- NAME [--to FILE-OR-URL] [--json]

Puts the backup NAME (its name, or the path of its file) in the place of the store, which must be stopped. What was
there is kept beside it. "npm run backup -- list" shows the names. With --to it becomes that file, or that database
(postgresql://…), instead.
`;

/** Parses the arguments of `npm run restore --`; `undefined` for help. @throws UsageError before anything is changed */
export function parseCommand(words: string[]): Command | undefined {
  const { values, positionals } = parseWords(words, { to: { type: 'string' } });
  const [subject, surplus] = positionals;
  if (values.help || subject === 'help') return undefined;
  if (!subject)
    throw new UsageError('Say which backup to restore: its name, which "npm run backup -- list" shows.');
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  const to = values.to === undefined ? undefined : urlOf(values.to);
  return { perform: () => perform(subject, to), isJson: values.json ?? false };
}

async function perform(subject: string, to: string | undefined): Promise<Outcome> {
  const { folder, name } = locate(subject, undefined);
  const url = to ?? (await storeUrl());
  const { record, place, movedTo, seal } = await stopOnSignal((onProgress) =>
    restore(url, folder, name, onProgress).catch((cause) => {
      throw to ? asOptionError(cause) : cause;
    }),
  );
  const lines = [
    `Restored ${shown(place)} as it was at ${record.takenAt}: ${contentText(record.tables)}.`,
    ...(movedTo ? [`The former store is kept as ${shown(movedTo)}.`] : []),
    ...(seal ? [sealLine[seal.state](seal.to)] : []),
    'Tokens are restored too: a token that was revoked later works again until you revoke it again.',
    to
      ? `To use it, set DATABASE_URL${isPostgresql(url) ? ' to that address' : `=${url}`}.`
      : 'Next: npm start.',
  ];
  return {
    json: { ...record, place, movedTo: movedTo ?? null, seal: seal ?? null },
    text: `${lines.join('\n')}\n`,
  };
}

const sealLine = {
  moving: (to: string) =>
    `It was moving to the database ${to}, and is writable here. Changes made there are not in this store.`,
  moved: (to: string) =>
    `It had moved to the database ${to}. This store is writable, and lacks all changes made there.`,
};

/** The database URL for the value of `--to`. @throws UsageError if it names no database; the message has no password */
function urlOf(to: string): string {
  const fault = isPostgresql(to) ? addressFault(to) : undefined;
  if (fault) throw new UsageError(`--to: the address of the database cannot be used: ${fault}.`);
  if (isPostgresql(to)) return to;
  if (to === '' || /^[a-z]+:/i.test(to))
    throw new UsageError(`--to takes the path of a file, or ${anAddress}; what was given is neither.`);
  const file = databaseFile(`file:${to}`, projectFolder);
  if (file.cause === undefined) return `file:${file.path}`;
  throw new UsageError(
    `--to must be the path of a file, such as data/copy.db${file.cause && ` (${file.cause})`}.`,
  );
}
