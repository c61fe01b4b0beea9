import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { StartError } from '@plant-store/db';

/**
 * Replaces the file in one step. A new one is for its owner alone; of an old one, others lose their permissions.
 * @throws StartError if the file cannot be written; it is unchanged then
 */
export function writeSetting(file: string, name: string, value: string): void {
  try {
    const target = existsSync(file) ? realpathSync(file) : file;
    const text = existsSync(target) ? readFileSync(target, 'utf8') : '';
    const draft = `${target}.${process.pid}`;
    try {
      // The value may contain a password.
      const mode = existsSync(target) ? statSync(target).mode & 0o770 : 0o600;
      writeFileSync(draft, withSetting(text, name, quoted(value)), { mode, flush: true });
      renameSync(draft, target);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (cause) {
    throw new StartError(
      `${file} cannot be written (${(cause as { code?: string }).code}); everything else is done: set ${name} there yourself, then restart.`,
      { cause },
    );
  }
}

function withSetting(text: string, name: string, value: string): string {
  const line = `${name}=${value}`;
  const present = new RegExp(`^\uFEFF?[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm');
  // A function, because `replace` would interpret `$&` in a password as a pattern.
  if (present.test(text)) return text.replace(present, () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** A # outside quotes begins a comment. */
const quoted = (value: string) => (/[#\s"']/.test(value) ? `\`${value}\`` : value);
