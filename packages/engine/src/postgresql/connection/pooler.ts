import { randomUUID } from 'node:crypto';
import { Client, type PoolConfig } from 'pg';
import { StartError } from '../../core/start-error.ts';

/** Another client may use the same connection of the server by chance, so the check is repeated. */
const times = 3;

/** A pooler in transaction mode puts rows into other schemas. @param client without settings @throws StartError */
export async function assertOwnSession(client: Client, options: PoolConfig): Promise<void> {
  // A pooler cannot know the process of the server, as it has many.
  const { rows } = await client.query('SELECT pg_backend_pid() AS "pid"');
  if (rows[0].pid === (client as unknown as { processID: number }).processID) return;
  const other = new Client(options);
  other.on('error', () => undefined);
  try {
    await other.connect();
    for (let time = 0; time < times; time++) {
      const marks = [await mark(client), await mark(other)];
      if ((await markOf(client)) !== marks[0] || (await markOf(other)) !== marks[1]) throw shared(client);
    }
  } finally {
    await other.end();
  }
}

async function mark(client: Client): Promise<string> {
  const value = randomUUID();
  await client.query(`SELECT set_config('plant_store.session', $1, false)`, [value]);
  return value;
}

const markOf = async (client: Client): Promise<string | null> =>
  (await client.query(`SELECT current_setting('plant_store.session', true) AS "mark"`)).rows[0].mark;

const shared = ({ host, port }: Client) =>
  new StartError(
    `DATABASE_URL: the pooler at ${host}:${port} gives each transaction another connection of the server, which mixes the settings and schemas of its clients; set pool_mode = session for this database there, or use the address of the server itself.`,
  );
