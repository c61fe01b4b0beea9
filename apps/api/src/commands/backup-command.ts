import { basename, dirname, join, resolve } from 'node:path';
import { backups, bytesText, type CheckedBackup, contentText, durationText } from '@plant-store/db';
import { dataFolderOf, projectFolder, readEnv } from '../settings/env.ts';
import { type Command, type Outcome, parseWords, shown, table, UsageError } from './command.ts';
import { stopOnSignal } from './stop-on-signal.ts';

export const usage = `Usage:
  npm run backup [-- --to FOLDER] [--keep N] [--json]
  npm run backup -- list [--to FOLDER] [--json]
  npm run backup -- verify NAME [--to FOLDER] [--json]

The store may be running. Each backup is restored to a scratch place and compared before it gets its name. Without
--to, backups are in the folder "backups" beside the database. --keep N removes the oldest proven ones beyond N.
`;

type Options = { to?: string; keep?: string };

/** Parses the arguments of `npm run backup --`; `undefined` for help. @throws UsageError before any store is opened */
export function parseCommand(words: string[]): Command | undefined {
  const { values, positionals } = parseWords(words, { to: { type: 'string' }, keep: { type: 'string' } });
  const [command = 'create', subject, ...rest] = positionals;
  if (values.help || command === 'help') return undefined;
  if (!['create', 'list', 'verify'].includes(command))
    throw new UsageError(`"${command}" is not a command; list and verify are, and none makes a backup.`);
  const surplus = command === 'verify' ? rest[0] : subject;
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  return { perform: performer(command, subject, values), isJson: values.json ?? false };
}

function performer(command: string, subject: string | undefined, options: Options): Command['perform'] {
  if (command !== 'create' && options.keep !== undefined)
    throw new UsageError('--keep goes with making a backup only.');
  if (options.to === '') throw new UsageError('--to takes a folder.');
  const keep = keepOf(options);
  if (command === 'create') return () => create(folderOf(options), keep);
  if (command === 'list') return () => list(folderOf(options));
  if (!subject) throw new UsageError('Say which backup to verify: its name.');
  return () => verify(locate(subject, options.to));
}

/** The folder and name of a backup, given by its name or by the path of its file or record. */
export function locate(subject: string, folder: string | undefined): { folder: string; name: string } {
  const name = basename(subject).replace(/\.(?:db|dump|json)$/, '');
  if (!subject.includes('/')) return { folder: folderOf({ to: folder }), name };
  return { folder: resolve(projectFolder, dirname(subject)), name };
}

const folderOf = ({ to }: { to?: string | undefined }) =>
  to ? resolve(projectFolder, to) : join(dataFolderOf(readEnv().DATABASE_URL), 'backups');

/** @throws StartError if DIRECT_URL leads to another store than DATABASE_URL, or to a pooler */
export function storeUrl(): Promise<string> {
  const { DATABASE_URL, DIRECT_URL } = readEnv();
  return backups.addressOf(DATABASE_URL, DIRECT_URL);
}

function keepOf({ keep }: Options): number | undefined {
  if (keep === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(keep)) return Number(keep);
  throw new UsageError(`--keep takes how many backups to keep, 1 or more; "${keep}" was given.`);
}

async function create(folder: string, keep: number | undefined): Promise<Outcome> {
  const { record, removed } = await stopOnSignal(async (onProgress) =>
    backups.create(await storeUrl(), { folder, ...(keep ? { keep } : {}), onProgress }),
  );
  const lines = [
    `Backed up ${contentText(record.tables)}: ${shown(resolve(folder, record.file))} (${bytesText(record.bytes)}, ${durationText(record.durationMs)}).`,
    `Proven: restored to a scratch place, it held all that the store held at ${record.takenAt}.`,
    ...removed.map((name) => `Removed ${name} (--keep ${keep}).`),
  ];
  return { json: { ...record, removed }, text: `${lines.join('\n')}\n` };
}

async function list(folder: string): Promise<Outcome> {
  const found = await stopOnSignal((onProgress) => backups.list(folder, onProgress));
  if (found.length === 0)
    return { json: [], text: `There is no backup in ${shown(folder)}; "npm run backup" creates one.\n` };
  const rows = found.map(({ name, verdict, record }) => [
    name,
    record?.takenAt ?? '',
    record ? durationText(record.durationMs) : '',
    record ? bytesText(record.bytes) : '',
    verdict,
    record?.verifiedAt ?? '',
    record ? contentText(record.tables) : '',
  ]);
  const bad = found.filter(({ verdict }) => verdict !== 'proven');
  return {
    json: found.map(present),
    text: table([['NAME', 'TAKEN', 'TOOK', 'SIZE', 'VERDICT', 'VERIFIED', 'HOLDS'], ...rows]),
    ...(bad.length > 0 ? { failure: bad.map(complaint).join('\n') } : {}),
  };
}

async function verify({ folder, name }: { folder: string; name: string }): Promise<Outcome> {
  const found = await stopOnSignal(async (onProgress) =>
    backups.verify(await storeUrl(), folder, name, onProgress),
  );
  if (found.verdict !== 'proven' || !found.record)
    return { json: present(found), text: '', failure: complaint(found) };
  return {
    json: present(found),
    text: `${name} is proven: restored to a scratch place, it holds ${contentText(found.record.tables)}, as the store did at ${found.record.takenAt}.\n`,
  };
}

const present = ({ name, verdict, problem, record }: CheckedBackup) => ({
  ...record,
  name,
  verdict,
  problem,
});

const complaint = ({ name, verdict, problem }: CheckedBackup) => `${name} is ${verdict}: ${problem}.`;
