import { isAbsolute, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import { projectFolder } from '../settings/env.ts';

/** The error for invalid arguments. It is shown with the usage, and nothing is done. */
export class UsageError extends Error {}

/**
 * The output of a command, for programs and for people. A `note` goes to standard error, so that a file gets the `text`
 * alone. A `failure` is printed too, and makes the exit code 1.
 */
export type Outcome = { json: unknown; text: string; note?: string; failure?: string };

export type Command = { perform: () => Promise<Outcome>; isJson: boolean };

/** Prints only the command's output, or the usage. `parse` gives `undefined` for help, or throws UsageError. */
export async function runCommand(usage: string, parse: (words: string[]) => Command | undefined) {
  // A command completes its work even if no process reads its messages.
  process.stderr.on('error', () => undefined);
  try {
    const command = parse(process.argv.slice(2));
    if (!command) return await print(usage);
    const { json, text, note, failure } = await command.perform();
    await print(command.isJson ? `${JSON.stringify(json)}\n` : text);
    if (note && !command.isJson) process.stderr.write(note);
    if (failure) throw new StartError(failure);
  } catch (cause) {
    // A signal has already set the exit code.
    process.exitCode ??= 1;
    if (cause instanceof UsageError) process.stderr.write(`${cause.message}\n\n${usage}`);
    else if (cause instanceof StartError) process.stderr.write(`${cause.message}\n`);
    else if (cause instanceof StoreError) process.stderr.write(`${sentence(cause.message)}\n`);
    else throw cause;
  }
}

/** Prints to standard output. @throws StartError if that fails, as on a full disk or a closed pipe */
async function print(text: string) {
  process.stdout.on('error', () => undefined);
  const cause = await new Promise<Error | null | undefined>((resolve) => process.stdout.write(text, resolve));
  if (!cause) return;
  const { code } = cause as { code?: string };
  throw new StartError(
    `The command succeeded, but its output could not be written (${code}); check where the output goes.`,
    { cause },
  );
}

/** Messages of the store begin in lower case. A command prints each one as a sentence. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** `--json` and `--help` are always accepted. @throws UsageError with the invalid option and the valid ones */
export function parseWords<const Own extends Options>(words: string[], own: Own) {
  const options = { ...own, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    const option = /'-?-?([\w-]+)/.exec(message)?.[1];
    const named = (names: string[]) => names.map((name) => `--${name}`);
    const all = [...named(Object.keys(own)), '--json'];
    const taking = named(Object.keys(own).filter((name) => own[name]?.type === 'string'));
    throw new UsageError(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? `"--${option}" is not an option; ${inWords(all)} ${all.length > 1 ? 'are' : 'is'}.`
        : `--${option} is not complete: ${taking.length > 0 ? `${inWords(taking)} take${taking.length > 1 ? '' : 's'} a value, ` : ''}--json takes none.`,
    );
  }
}

/** A text table with aligned columns; the first row has the headings. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** The shortest form of a path that works in the project's folder. */
export function shown(path: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(projectFolder, path);
  return short.startsWith('..') ? path : short;
}

const inWords = (words: string[]) =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
