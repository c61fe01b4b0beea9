import { StartError, sqliteFileOf, withoutPassword } from '@plant-store/db';
import { cancelPromotion, type PromotionResult, promote } from '@plant-store/db/promotion';
import { anAddress, envFile, isPostgresql, readEnv } from '../settings/env.ts';
import { writeSetting } from '../settings/env-file.ts';
import { type Command, type Outcome, parseWords, shown, table, UsageError } from './command.ts';
import { goBack } from './go-back.ts';
import { stopOnSignal } from './stop-on-signal.ts';

export const usage = `Usage:
  npm run promote -- --to postgresql://USER:PASSWORD@HOST:PORT/DATABASE [--write-env] [--json]
  npm run promote -- --cancel [--json]
  npm run promote -- --go-back [--write-env] [--json]

Moves the SQLite store of DATABASE_URL to an empty PostgreSQL database. The store may be running: it can be read all the
time, and not written from the first row on. Nothing is switched unless both hold the same; --write-env then puts the
new DATABASE_URL into .env. --cancel lets a store be written again whose promotion was killed; --go-back one that has
moved, without what was stored in PostgreSQL since: --write-env then puts the DATABASE_URL of the file into .env.
`;

type Options = { to?: string; 'write-env'?: boolean; cancel?: boolean; 'go-back'?: boolean };

/** Its errors never contain a password. @throws UsageError for invalid arguments, before any store is opened */
export function parseCommand(words: string[]): Command | undefined {
  const { values, positionals } = parseWords(words, {
    to: { type: 'string' },
    'write-env': { type: 'boolean' },
    cancel: { type: 'boolean' },
    'go-back': { type: 'boolean' },
  });
  if (values.help || positionals[0] === 'help') return undefined;
  if (positionals.length > 0) throw new UsageError('Only options are taken: the address goes after --to.');
  return { perform: performer(values), isJson: values.json ?? false };
}

function performer({
  to,
  'write-env': isWriting,
  cancel,
  'go-back': isGoingBack,
}: Options): Command['perform'] {
  if ([to !== undefined, cancel, isGoingBack].filter(Boolean).length > 1)
    throw new UsageError('Give one of --to, --cancel and --go-back.');
  if (isWriting && to === undefined && !isGoingBack)
    throw new UsageError('--write-env goes with --to and --go-back only.');
  if (cancel) return reopen;
  if (isGoingBack) return () => goBack(isWriting ?? false);
  if (to === undefined) throw new UsageError('Say with --to where to: the address of a PostgreSQL database.');
  if (!isPostgresql(to)) throw new UsageError(`--to takes ${anAddress}; what was given is none.`);
  return () => move(to, isWriting ?? false);
}

async function move(to: string, isWriting: boolean): Promise<Outcome> {
  const from = storeFile();
  const promoted = await stopOnSignal((onProgress, signal) => promote(from, to, { onProgress, signal }));
  const line = `DATABASE_URL=${withoutPassword(to)}`;
  if (isWriting) writeSetting(envFile, 'DATABASE_URL', to);
  return {
    json: { from, ...promoted, setting: line, isWritten: isWriting },
    text: `${report(promoted)}\n${isWriting ? written(line) : advice(line)}\n${keeping(from)}\n`,
  };
}

const report = ({ to, tables }: PromotionResult): string =>
  `The whole store is in ${to}; counts and contents (SHA-256) match:\n` +
  table(tables.map(({ name, count, hash }) => [name, count.toLocaleString('en'), hash]));

const advice = (
  line: string,
): string => `Until the store runs there, nothing can be written. Put this line into .env, or change it wherever DATABASE_URL is set${
  /[:=]PASSWORD\b/.test(line) ? ', with the password' : ''
}:

  ${line}

and restart the store ("npm start"). Tokens stay valid, the first token too, and users stay signed in.`;

const written = (line: string): string => `Written into .env, with the password if there is one:

  ${line}

The environment overrides .env: if DATABASE_URL is set there too, change it. Now restart the store ("npm start").
Tokens stay valid, the first token too, and users stay signed in.`;

const keeping = (from: string): string =>
  `${shown(from)} is kept and is now read-only; "npm run promote -- --go-back" makes it writable again.`;

async function reopen(): Promise<Outcome> {
  const wasSealed = await cancelPromotion(storeFile(), { isGoingBack: false });
  const text = wasSealed
    ? 'The store is writable again; a running server needs no restart.\n'
    : 'No promotion is in progress; the store is writable as before.\n';
  return { json: { wasSealed }, text };
}

/** The file of the store. @throws StartError if the store is on PostgreSQL already */
function storeFile(): string {
  const file = sqliteFileOf(readEnv().DATABASE_URL);
  if (file !== undefined) return file;
  throw new StartError(
    'DATABASE_URL: the store is already on PostgreSQL; to promote an SQLite file, set DATABASE_URL to that file for this command.',
  );
}
