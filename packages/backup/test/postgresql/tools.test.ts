import { StartError } from '@plant-store/engine';
import { expect, test } from 'vitest';
import { findTool } from '../../src/postgresql/tools.ts';

test('an older or missing pg_dump is reported with the package to install', () => {
  expect(() => findTool('pg_dump', 990_000)).toThrow(StartError);
  expect(() => findTool('pg_dump', 990_000)).toThrow(
    /^pg_dump \d+ is older than the server, which is PostgreSQL 99: install .* postgresql-client-99/,
  );
  expect(() => findTool('pg_nothing' as never, 150_000)).toThrow(/^There is no pg_nothing here: install /);
});
