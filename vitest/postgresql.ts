import type { TestProject } from 'vitest/node';
import { startPostgresql } from '../packages/engine/test/servers/postgresql-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresql: string;
  }
}

/** Starts the PostgreSQL server of the tests. Returns a function that stops the server. */
export default async function setup(project: TestProject) {
  const server = await startPostgresql();
  project.provide('postgresql', server.url());
  return server.remove;
}
