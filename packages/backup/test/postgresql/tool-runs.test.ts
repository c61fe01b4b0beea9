import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAddress } from '@plant-store/engine';
import { newFolder } from '@plant-store/engine/testing';
import { expect, test } from 'vitest';
import { pipeSchema } from '../../src/postgresql/tool-runs.ts';

const address = parseAddress('postgresql://h/shop?schema=shop');

test('a failed copy of a schema names the cause, although the other command of the pipe fails too', async () => {
  const folder = newFolder();
  const command = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    return join(folder, name);
  };
  const paths = {
    pg_dump: command('pg_dump', 'yes'),
    pg_restore: command('pg_restore', 'echo refused >&2; exit 1'),
  };
  await expect(pipeSchema(paths, address, address, () => undefined)).rejects.toThrow(
    `${paths.pg_restore} failed: refused`,
  );
});
