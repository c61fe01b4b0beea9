import { isAbsolute, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import { projectFolder } from './env.ts';

/** What was typed makes no sense: shown with the usage, and nothing is done. */
export class UsageError extends Error {}

/** What a command has to say, to programs and to people. After a `failure` the exit code is 1, and it is said too. */
export type Outcome = { json: unknown; text: string; failure?: string };

/** What the words ask for. */
export type Command = { perform: () => Promise<Outcome>; isJson: boolean };

/**
 * Runs the command that the words of this process ask for, and prints what came out; the usage, when they ask for
 * help. Standard output has nothing but that.
 * @param parse gives nothing for help, and throws UsageError before anything is done
 */
export async function runCommand(usage: string, parse: (words: string[]) => Command | undefined) {
  // That nobody reads what it says is no reason to leave half done what it is at.
  process.stderr.on('error', () => undefined);
  try {
    const command = parse(process.argv.slice(2));
    if (!command) return await print(usage);
    const { json, text, failure } = await command.perform();
    await print(command.isJson ? `${JSON.stringify(json)}\n` : text);
    if (failure) throw new StartError(failure);
  } catch (cause) {
    // Where a signal stopped it, that has been said already.
    process.exitCode ??= 1;
    if (cause instanceof UsageError) process.stderr.write(`${cause.message}\n\n${usage}`);
    else if (cause instanceof StartError) process.stderr.write(`${cause.message}\n`);
    else if (cause instanceof StoreError) process.stderr.write(`${sentence(cause.message)}\n`);
    else throw cause;
  }
}

/** @throws StartError when standard output does not take it, as a full disk or a pipe that was closed */
async function print(text: string) {
  process.stdout.on('error', () => undefined);
  const cause = await new Promise<Error | null | undefined>((resolve) => process.stdout.write(text, resolve));
  if (!cause) return;
  const { code } = cause as { code?: string };
  throw new StartError(
    `What was asked for was done, but what came out could not be written (${code}); look to where the output goes.`,
    { cause },
  );
}

/** The store's messages begin in lower case, to stand in a sentence; here each is one. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/**
 * Takes the words apart, into options and the others; `--json` and `--help` are understood always.
 * @throws UsageError that names the option that makes no sense, and those that do
 */
export function parseWords<const Own extends Options>(words: string[], own: Own) {
  const options = { ...own, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    const option = /'-?-?([\w-]+)/.exec(message)?.[1];
    const named = (names: string[]) => names.map((name) => `--${name}`);
    const taking = named(Object.keys(own).filter((name) => own[name]?.type === 'string'));
    throw new UsageError(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? `"--${option}" is not an option; ${inWords([...named(Object.keys(own)), '--json'])} are.`
        : `--${option} is not complete: ${inWords(taking)} take${taking.length > 1 ? '' : 's'} a value, --json takes none.`,
    );
  }
}

/** Rows in columns as wide as they need to be, the headings first. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** A path as it is shortest to type in the project's folder. */
export function shown(path: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(projectFolder, path);
  return short.startsWith('..') ? path : short;
}

const inWords = (words: string[]) =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
