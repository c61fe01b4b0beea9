import { existsSync } from 'node:fs';
import type { AtEnd } from '@plant-store/db/testing';
import { onTestFinished } from 'vitest';
import type { Server } from '../child-process.ts';
import { newProject } from '../project.ts';
import { firstToken } from '../requests.ts';
import { startProxy } from './proxy.ts';

/**
 * Three API processes on the database at `url`, with separate folders as on three machines, behind a load balancer.
 * They start at the same moment, and end at `atEnd`.
 */
export async function startCluster(
  url: string,
  settings: Record<string, string> = {},
  atEnd: AtEnd = onTestFinished,
) {
  const projects = [newProject(atEnd), newProject(atEnd), newProject(atEnd)];
  const all = { DATABASE_URL: url, LOG_LEVEL: 'warn', ...settings };
  const servers = await Promise.all(projects.map((project) => project.start(all)));
  const withToken = projects.filter((project) => existsSync(project.path('data/first-token')));
  const proxy = await startProxy(
    servers.map((server) => server.url),
    atEnd,
  );
  return {
    servers,
    /** The projects whose folder has a first token. */
    withToken,
    url: proxy.url,
    admin: withToken[0] ? firstToken(withToken[0]) : '',
    /** Runs the token command. */
    token: (...words: string[]) => (projects[0] as (typeof projects)[0]).token(words, all),
    /** Starts the process with this number again, on the same port. */
    async startAgain(number: number): Promise<Server> {
      const { port } = servers[number] as Server;
      const server = (await projects[number]?.start({ ...all, API_PORT: port })) as Server;
      servers[number] = server;
      return server;
    },
    /** The output of all processes. */
    written: () => servers.map((server) => server.written()).join(''),
  };
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>;
