import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { StartError } from '@plant-store/db';

/**
 * Puts a setting into an environment file in place of what it has for that name, or at its end, and leaves the rest as
 * it is. A file that is not there is made for its owner alone, and one that is there is taken from all but its owner and
 * group; it is never there half.
 * @throws StartError when it cannot be written; it is then as it was.
 */
export function writeSetting(file: string, name: string, value: string): void {
  try {
    const target = existsSync(file) ? realpathSync(file) : file;
    const text = existsSync(target) ? readFileSync(target, 'utf8') : '';
    const draft = `${target}.${process.pid}`;
    try {
      // The value may hold a password.
      const mode = existsSync(target) ? statSync(target).mode & 0o770 : 0o600;
      writeFileSync(draft, withSetting(text, name, quoted(value)), { mode, flush: true });
      renameSync(draft, target);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (cause) {
    throw new StartError(
      `${file} cannot be written (${(cause as { code?: string }).code}); the rest is done all the same: set ${name} there yourself, then restart.`,
      { cause },
    );
  }
}

function withSetting(text: string, name: string, value: string): string {
  const line = `${name}=${value}`;
  const present = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm');
  // A function, as a password may hold what `replace` takes for a pattern ($&).
  if (present.test(text)) return text.replace(present, () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** A # would begin a comment. */
const quoted = (value: string) => (/[#\s"']/.test(value) ? `\`${value}\`` : value);
