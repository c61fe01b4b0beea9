import { fstatSync } from 'node:fs';
import { destination } from 'pino';

/** What is kept of lines that cannot be written; what comes on top is dropped. */
const keptChars = 1024 * 1024;

/**
 * Standard output for the log: lines that are written in the same turn of the event loop go out in one piece, as a
 * system call for each takes a seventh of a request's time. A process that is killed loses none of an earlier turn.
 * Where it leads to a disk that is full, the server goes on without it, and with it as soon as there is space.
 */
export function logStream(): { write(line: string): void } {
  // A file takes what it is given at once; to have another thread give it takes longer. Whoever reads a pipe or a
  // terminal may stop to, and nobody else may have to wait for that.
  const sync = fstatSync(1).isFile();
  const output = destination({ dest: 1, sync, maxLength: keptChars, minLength: 1 });
  // There is nowhere to tell it.
  output.on('error', () => undefined);
  // It would not try again by itself once it has that much; and by `flush` only where there is a `minLength`.
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
