import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Each engine has its own client from the same models, as a Prisma schema has one fixed provider.
const prismaFolder = join(import.meta.dirname, '../../prisma');

// Both at the same time, because `npm run dev` waits for them after each change of the models.
const outcomes = await Promise.allSettled([generate('sqlite'), generate('postgresql')]);
// A fault of the models makes both fail, so one message is enough.
const failed = outcomes.find((outcome) => outcome.status === 'rejected');
if (failed) {
  process.stderr.write(failed.reason.stderr ?? String(failed.reason));
  process.exitCode = 1;
}

async function generate(engine: 'sqlite' | 'postgresql') {
  const folder = join(import.meta.dirname, 'generated', engine);
  mkdirSync(folder, { recursive: true });
  const schema = join(folder, 'schema.prisma');
  // The smaller query compiler saves 13 MB of memory. Its speed matters little, as Prisma runs few queries.
  writeFileSync(
    schema,
    [
      'generator client {\n  provider = "prisma-client"\n  output = "./client"\n  runtime = "nodejs"\n  moduleFormat = "esm"\n  compilerBuild = "small"\n',
      '  generatedFileExtension = "ts"\n  importFileExtension = "ts"\n}\n\n',
      readFileSync(join(prismaFolder, engine, 'datasource.prisma'), 'utf8'),
      '\n',
      readFileSync(join(prismaFolder, 'models.prisma'), 'utf8'),
    ].join(''),
  );
  const prisma = join(import.meta.dirname, 'node_modules/.bin/prisma');
  await promisify(execFile)(prisma, ['generate', '--schema', schema], {
    // Otherwise Prisma downloads a schema engine, although the generation does not use it.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
  });
}
