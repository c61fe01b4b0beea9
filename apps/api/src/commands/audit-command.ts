import { existsSync } from 'node:fs';
import { auditLog, countText, openDatabase, StartError, sqliteFileOf } from '@plant-store/db';
import { readEnv } from '../settings/env.ts';
import { progressLines } from '../store/progress.ts';
import { type Command, type Outcome, parseWords, UsageError } from './command.ts';

export const usage = `Usage:
  npm run audit -- verify [--head HASH] [--json]

Goes through the whole audit log and finds whether any entry was changed, removed or added since it was written. The
store may be running. Keep the hash that it prints somewhere else, and give it as --head next time: who can write to the
database could make all of the log anew, but not with that hash in it. The exit code is 1 if anything is wrong.
`;

/** Parses the arguments of `npm run audit --`; `undefined` for help. @throws UsageError before any store is opened */
export function parseCommand(words: string[]): Command | undefined {
  const { values, positionals } = parseWords(words, { head: { type: 'string' } });
  const [command, ...rest] = positionals;
  if (values.help || command === undefined || command === 'help') return undefined;
  if (command !== 'verify') throw new UsageError(`"${command}" is not a command; verify is.`);
  if (rest[0] !== undefined) throw new UsageError(`"${rest[0]}" is one word too many.`);
  const known = values.head?.trim().toLowerCase();
  if (known !== undefined && !/^[0-9a-f]{64}$/.test(known))
    throw new UsageError('--head takes the hash of an entry: 64 digits and letters from a to f.');
  return { perform: () => verify(known), isJson: values.json ?? false };
}

async function verify(known: string | undefined): Promise<Outcome> {
  const { DATABASE_URL, DATABASE_CONNECTIONS: connections } = readEnv();
  const file = sqliteFileOf(DATABASE_URL);
  // Otherwise a missing file would become a new store, whose empty log is valid.
  if (file !== undefined && !existsSync(file))
    throw new StartError(`There is no store at ${file}, so there is no audit log to verify.`);
  const onProgress = progressLines();
  const db = await openDatabase(DATABASE_URL, { connections }, onProgress);
  try {
    return outcomeOf(await auditLog.verify(db, { known, onProgress }), known);
  } finally {
    await db.close();
  }
}

function outcomeOf(verdict: auditLog.Verdict, known: string | undefined): Outcome {
  const { entries, head, waiting, fault, knownAt } = verdict;
  const isUnknown = known !== undefined && knownAt === undefined;
  const failure = fault === undefined ? (isUnknown ? unknown(entries) : undefined) : faulty(fault, entries);
  const json = {
    isIntact: failure === undefined,
    entries: Number(entries),
    head,
    waiting: Number(waiting),
    ...(knownAt !== undefined && { knownAt: Number(knownAt) }),
    ...(fault !== undefined && { fault }),
  };
  if (failure) return { json, text: '', failure: `${failure} docs/audit.md says what to do.` };
  return { json, text: `${inWords(verdict)}\n` };
}

const faulty = (fault: string, entries: bigint) =>
  `The audit log was changed: ${fault}. ${entries === 0n ? 'No entry is intact' : `The chain is intact up to entry ${entries}`}.`;

const unknown = (entries: bigint) =>
  `No entry has the given hash. The chain of the audit log is intact (${counted(entries)}), so the hash belongs to another store, an older backup was restored, or the log was rewritten.`;

function inWords({ entries, head, waiting, knownAt }: auditLog.Verdict): string {
  const lines = [
    entries === 0n
      ? 'The audit log is empty.'
      : `The audit log is intact: ${counted(entries)}.${knownAt === undefined ? '' : ` The given hash is that of entry ${knownAt}.`}`,
  ];
  if (entries > 0n)
    lines.push(
      `The hash of the last entry; keep it elsewhere and pass it as --head next time:\n\n  ${head}\n`,
    );
  if (waiting > 0n)
    lines.push(
      waiting === 1n
        ? '1 more entry is pending; a running store adds it.'
        : `${waiting} more entries are pending; a running store adds them.`,
    );
  return lines.join('\n').trimEnd();
}

const counted = (entries: bigint) => countText(entries, 'entry', 'entries');
