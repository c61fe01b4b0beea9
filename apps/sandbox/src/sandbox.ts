import { addSeedPlants } from '@plant-store/api-server/src/commands/seed-command.ts';
import { logStream } from '@plant-store/api-server/src/process/log-stream.ts';
import { serve } from '@plant-store/api-server/src/process/serve.ts';
import { settingsOf } from '@plant-store/api-server/src/settings/env.ts';
import { asOptionError, newToken, openDatabase, tokens } from '@plant-store/db';
import { startWebServer } from '@plant-store/web/src/server/web-server.ts';
import { HOST, startFront } from './front.ts';
import type { Options } from './options.ts';
import { preparePlaces } from './places.ts';
import { startResetServer } from './reset-server.ts';
import { startStores } from './stores.ts';

const noLimits = {
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_ADDRESS_READS: '0',
  RATE_LIMIT_ADDRESS_WRITES: '0',
};

type Sandbox = {
  addresses: { webUrl: string; apiUrl: string; token: string; resetUrl: string };
  close(): Promise<void>;
};

/** Starts API and web in this process, without the settings of its environment. @throws StartError */
export async function startSandbox({ plants, database }: Options): Promise<Sandbox> {
  const token = newToken();
  // Nobody gave the setting that errors of a store name.
  const explain = (cause: unknown): never => {
    throw asOptionError(cause, database === undefined ? 'TMPDIR' : '--database');
  };
  // Two stores are open, and several sandboxes may share a server.
  const own = { LOG_LEVEL: 'warn', DATABASE_CONNECTIONS: '4' };
  const settings = { ...settingsOf({ HOST, ...own, ...noLimits }), API_PORT: 0 };
  const places = preparePlaces(database, async (DATABASE_URL) => {
    const db = await openDatabase(DATABASE_URL);
    // The administrator's token of a new store has this name.
    await tokens.create(db, { name: 'first-token', scopes: ['admin'], value: token });
    if (plants > 0) await addSeedPlants(db, plants);
    await db.close();
  });
  const log = logStream();
  const serveAt = (DATABASE_URL: string) => serve({ ...settings, DATABASE_URL }, { log, isSandbox: true });
  const stores = await places.then((newPlace) => startStores(newPlace, serveAt)).catch(explain);
  const { close } = stores;
  try {
    const port = await startFront(stores.port);
    // The pages read the address of the API from the environment.
    Object.assign(process.env, { HOST, API_PORT: String(port), WEB_PORT: '' });
    const web = await startWebServer({ HOST, WEB_PORT: 0, API_PORT: port }, { isDev: false });
    const resetUrl = await startResetServer(() => stores.reset().catch(explain));
    return { addresses: { webUrl: web.url, apiUrl: `http://${HOST}:${port}`, token, resetUrl }, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
