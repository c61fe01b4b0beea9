import { openDatabase } from '@plant-store/db';
import { newDatabase, rowsOf } from '@plant-store/db/testing';
import { expect, test, vi } from 'vitest';
import { newProject } from '../project.ts';

test('SIGTERM ends a start that waits for the migration of another process, with its statement', async () => {
  const url = await newDatabase();
  await (await openDatabase(url)).close();
  const sessions = (condition: string) =>
    rowsOf(url, `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`);
  const isSleeping = `query LIKE '%pg_sleep(600)' AND pid <> pg_backend_pid()`;
  const isWaiting = `application_name = 'plant-store' AND wait_event_type = 'Lock'`;
  const wait = { interval: 20 };
  const locking = rowsOf(url, 'BEGIN; LOCK TABLE "_prisma_migrations"; SELECT pg_sleep(600)').catch(() => []);
  await vi.waitFor(async () => expect(await sessions(isSleeping)).toHaveLength(1), wait);
  const server = await newProject().spawn({ DATABASE_URL: url });
  await vi.waitFor(async () => expect(await sessions(isWaiting)).toHaveLength(1), wait);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ exitCode: null, stdout: '', stderr: '' });
  await vi.waitFor(async () => expect(await sessions(isWaiting)).toEqual([]), wait);
  // The table was locked until this point.
  await rowsOf(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ${isSleeping}`,
  );
  await locking;
});
