import { existsSync, readFileSync } from 'node:fs';
import { StartError } from '@plant-store/schema/without-zod';

/** The environment overrides the file. @throws StartError for an unreadable file, or a line that Node would skip */
export function loadSettings(file: string, environment: Record<string, string | undefined>): void {
  if (!existsSync(file)) return;
  const settings: Record<string, string> = {};
  for (const [index, line] of linesOf(file).entries()) {
    const { name, value, problem } = parseLine(line);
    if (problem) throw new StartError(`.env: line ${index + 1} of ${file} ${problem}.`);
    if (name !== undefined) settings[name] = value;
  }
  for (const [name, value] of Object.entries(settings)) environment[name] ??= value;
}

function linesOf(file: string): string[] {
  const text = textOf(file);
  // UTF-16, as PowerShell writes it, has a null byte beside each letter.
  if (/[\0\uFFFD]/.test(text)) throw new StartError(`.env: ${file} is not in UTF-8; save it again as UTF-8.`);
  return text.split(/\r\n?|\n/);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(
      `.env: ${file} cannot be read (${(cause as { code?: string }).code}); give the user of the store access, or remove it.`,
      { cause },
    );
  }
}

type Line = { name?: string; value: string; problem?: string };

function parseLine(line: string): Line {
  // A byte order mark at the start of the file counts as white space.
  if (/^\s*(#|$)/.test(line)) return { value: '' };
  const [, name, rest = ''] = /^\s*(?:export\s+)?([a-z_]\w*)\s*=\s*(.*)$/i.exec(line) ?? [];
  if (name === undefined)
    return { value: '', problem: 'is neither NAME=value nor a comment that begins with #' };
  if (/^["'`]/.test(rest)) {
    const [, , value] = /^(["'`])((?:(?!\1).)*)\1\s*(?:#.*)?$/.exec(rest) ?? [];
    return value === undefined
      ? { value: '', problem: `must end with the quotation mark with which the value of ${name} begins` }
      : { name, value };
  }
  const value = rest.replace(/(^|\s)#.*$/, '').trimEnd();
  // The rest of the value would be lost as a comment, without a word.
  return value.includes('#')
    ? {
        value: '',
        problem: `has a # in the value of ${name}; put the value in quotation marks, or a space before a comment`,
      }
    : { name, value };
}
