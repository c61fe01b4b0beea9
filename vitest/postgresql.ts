import type { TestProject } from 'vitest/node';
import { startPgbouncer } from '../packages/engine/test/servers/pgbouncer.ts';
import { startPostgresql } from '../packages/engine/test/servers/postgresql-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresql: string;
    /** The same database through a pooler, if `POOLER` is set. */
    pooler: string | undefined;
  }
}

/** Starts the PostgreSQL server of the tests. Returns a function that stops the server. */
export default async function setup(project: TestProject) {
  // At each end of a test's schema the server searches all buffers.
  const server = await startPostgresql(['-c', 'shared_buffers=32MB']);
  project.provide('postgresql', server.url());
  const ends = [server.remove];
  // Each store of the tests has a role, as a pooler knows no schema.
  const pooler =
    process.env.POOLER &&
    (await startPgbouncer(server.url(), (end) => void ends.unshift(end), {
      server_idle_timeout: 5,
    }));
  project.provide('pooler', pooler ? pooler.through(server.url()) : undefined);
  return async () => {
    for (const end of ends) await end();
  };
}
