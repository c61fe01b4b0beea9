import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, plants } from '@plant-store/db';
import { freePort } from '@plant-store/engine/testing/free-port';

const project = join(import.meta.dirname, '..');

/** A plant as programs send it; ids above 2^53 are bigints. */
export type PlantToAdd = { id: number | bigint; name: string; tag?: string };

export type Sandbox = { webUrl: string; apiUrl: string; token: string; resetUrl: string };

/** Starts `npm run sandbox`. `end` waits until nothing of it is left. */
export async function startSandbox(): Promise<{ sandbox: Sandbox; end(): Promise<unknown> }> {
  const child = spawn('npm', ['run', '--silent', 'sandbox'], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error('The sandbox did not start; the lines above say why.');
  const sandbox = JSON.parse(String(line));
  const end = () => {
    child.stdin.end();
    return ended;
  };
  return { sandbox, end };
}

/** The requests of other programs to a running store. */
export class Store {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly token: string;

  constructor({ webUrl, apiUrl, token }: Omit<Sandbox, 'resetUrl'>) {
    this.webUrl = webUrl;
    this.apiUrl = apiUrl;
    this.token = token;
  }

  /** Adds plants one after another, so that the last one is the newest. */
  async add(...plants: PlantToAdd[]) {
    for (const { id, ...rest } of plants) {
      const body = `{"id":${id},${JSON.stringify(rest).slice(1)}`;
      await this.#expectOk('/plants', { method: 'POST', body });
    }
  }

  /** Adds this number of plants, with ids from 1. Three of eight have no tag. */
  async addMany(count: number) {
    const most = 1_000;
    for (let done = 0; done < count; done += most) {
      const length = Math.min(most, count - done);
      const part = Array.from({ length }, (_, index) => plantOf(done + index + 1));
      await this.#expectOk('/plants/bulk', { method: 'POST', body: JSON.stringify({ plants: part }) });
    }
  }

  /** Changes a plant, as another program. */
  async change(id: string, patch: { name?: string; tag?: string | null }) {
    await this.#expectOk(`/plants/${id}`, { method: 'PATCH', body: JSON.stringify(patch) });
  }

  /** Deletes a plant, as another program. */
  async remove(id: string) {
    await this.#expectOk(`/plants/${id}`, { method: 'DELETE' });
  }

  /** Restores a plant from the trash, as another program. */
  async restore(id: string) {
    await this.#expectOk(`/plants/${id}/restore`, { method: 'POST' });
  }

  /** Invites a clerk, and returns the code of the link. */
  async invite(): Promise<string> {
    const invited = await this.#mutate<{ code: string }>('invitations.create', {
      role: 'clerk',
      note: 'somebody',
    });
    return invited.code;
  }

  /** Makes a token with these scopes, and returns its value and a function that revokes it. */
  async makeToken(name: string, scopes: string[], days: number | null = null) {
    const made = await this.#mutate<{ id: string; value: string }>('tokens.create', {
      name,
      scopes,
      days,
    });
    return { token: made.value, revoke: () => this.#mutate('tokens.revoke', { id: made.id }) };
  }

  /** Starts a session with a token, and returns its cookie. */
  async sessionCookie(token: string) {
    const { secret } = await this.#mutate<{ secret: string }>('session.start', undefined, token);
    return { name: 'plant-store-session', value: secret, url: this.webUrl, httpOnly: true };
  }

  /** One plant of the store as text. */
  async plant(id: string): Promise<string> {
    return (await this.#send(`/plants/${id}`)).text();
  }

  /** All plants of the store as exact text, newest first unless `sort` says otherwise. */
  async list(sort = '-added'): Promise<string> {
    const pages: string[] = [];
    let path: string | undefined = `/plants?limit=200&sort=${sort}`;
    while (path) {
      const answer: Response = await this.#send(path);
      pages.push((await answer.text()).slice(1, -1));
      path = answer.headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1];
    }
    return `[${pages.join()}]`;
  }

  async #expectOk(path: string, init: RequestInit) {
    const answer = await this.#send(path, init);
    // Node fails if a connection ends before its answer is read.
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${init.method} ${path} ${init.body ?? ''}: ${text}`);
  }

  async #mutate<Result>(procedure: string, input?: object, token?: string): Promise<Result> {
    const init = { method: 'POST', body: JSON.stringify({ json: input ?? null }) };
    const answer = await this.#send(`/trpc/${procedure}`, init, token);
    const { result } = (await answer.json()) as { result: { data: { json: Result } } };
    return result.data.json;
  }

  #send(path: string, init: RequestInit = {}, token = this.token) {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    };
    return fetch(this.apiUrl + path, { ...init, headers });
  }
}

const genera = ['Monstera', 'Ficus', 'Pūhā', 'Calathea', 'Strelitzia', 'Hoya', 'Salvia × jamensis'];
const tags = ['aroid', 'tree', 'herb', 'cut flower', 'shade', undefined, undefined, undefined];

function plantOf(id: number): PlantToAdd {
  const tag = tags[id % tags.length];
  return { id, name: `${genera[id % genera.length]} ${id}`, ...(tag && { tag }) };
}

/** API and web as `npm start` runs them, for tests that end one, need its files, or have settings. */
export class StartedStore extends Store {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #web: ChildProcess;
  #api: ChildProcess;

  private constructor(folder: string, env: NodeJS.ProcessEnv, api: ChildProcess, web: ChildProcess) {
    super({
      webUrl: `http://127.0.0.1:${env.WEB_PORT}`,
      apiUrl: `http://127.0.0.1:${env.API_PORT}`,
      token: readFileSync(join(folder, 'first-token'), 'utf8').trim(),
    });
    this.folder = folder;
    this.#env = env;
    this.#api = api;
    this.#web = web;
  }

  static async start(settings: Record<string, string> = {}): Promise<StartedStore> {
    const folder = mkdtempSync(join(tmpdir(), 'plant-store-e2e-'));
    const env = {
      ...process.env,
      ...(await freePorts()),
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATABASE_URL: `file:${folder}/plants.db`,
      ...settings,
    };
    const [api, web] = await Promise.all([start(apiMain, env), start(webMain, env)]);
    return new StartedStore(folder, env, api, web);
  }

  /** The code of a new start link, as `npm start` requests it. */
  async startCode(): Promise<string> {
    this.#api.send({ wanted: 'startCode' });
    const [{ startCode }] = await once(this.#api, 'message');
    return startCode;
  }

  /** Adds plants as an earlier version did, also with characters that the store refuses today. */
  async addOld(...old: PlantToAdd[]) {
    const db = await openDatabase(this.#env.DATABASE_URL ?? '');
    for (const plant of old) await plants.create(db, { ...plant, id: BigInt(plant.id) });
    await db.close();
  }

  /** Ends the API like a crash. */
  killApi = () => end(this.#api, 'SIGKILL');

  async startApi() {
    this.#api = await start(apiMain, this.#env);
  }

  stopWeb = () => end(this.#web, 'SIGTERM');

  /** The API stops last, because requests under way need it. */
  async stop() {
    await this.stopWeb();
    await end(this.#api, 'SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const apiMain = 'apps/api/src/main.ts';
const webMain = 'apps/web/src/main.ts';

export const freePorts = async () => ({
  API_PORT: String(await freePort()),
  WEB_PORT: String(await freePort()),
});

/** Starts a server, and does not wait until it is ready. */
export const launch = (main: string, env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [main], { cwd: project, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

async function start(main: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = launch(main, env);
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (!message?.ready) throw new Error(`${main} ended before it was ready`);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
