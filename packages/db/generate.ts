import { execFile } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

// Each engine has its own client, as a schema has one fixed provider. Made together, as `npm run dev` waits for both.
const outcomes = await Promise.allSettled([generate('sqlite'), generate('postgresql')]);
// A fault of the models makes both fail, so one message is enough.
const failed = outcomes.find((outcome) => outcome.status === 'rejected');
if (failed) {
  process.stderr.write(failed.reason.stderr ?? String(failed.reason));
  process.exitCode = 1;
}

async function generate(engine: 'sqlite' | 'postgresql') {
  const schema = join(import.meta.dirname, '../../prisma', engine);
  const prisma = join(import.meta.dirname, 'node_modules/.bin/prisma');
  await promisify(execFile)(prisma, ['generate', '--schema', schema], {
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      DB_FOLDER: import.meta.dirname,
      // Otherwise Prisma downloads a schema engine, although the generation does not use it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    },
  });
}
