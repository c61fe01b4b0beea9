import { fstatSync } from 'node:fs';
import { destination } from 'pino';

/** The size of the buffer for lines that cannot be written, in characters; further lines are dropped. */
const keptChars = 1024 * 1024;

/**
 * Standard output for the log. Lines of one turn of the event loop are written together: a system call for each line
 * would take a seventh of a request's time. A kill loses only lines of the current turn. On a full disk the server
 * continues without a log, until there is space again.
 */
export function logStream(): { write(line: string): void } {
  // A file accepts a write immediately, and an asynchronous write is slower. The reader of a pipe or terminal may stop
  // reading, and no request may wait for that.
  const sync = fstatSync(1).isFile();
  const output = destination({ dest: 1, sync, maxLength: keptChars, minLength: 1 });
  // A failure of the log cannot be logged.
  output.on('error', () => undefined);
  // With a full buffer the stream retries only on `flush`, and only with a `minLength`.
  output.on('drop', () => output.flush());
  process.stdout.on('error', () => undefined);
  let lines = '';
  const flush = () => {
    if (lines === '') return;
    output.write(lines);
    lines = '';
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}
