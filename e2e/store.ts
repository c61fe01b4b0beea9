import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, plants } from '@plant-store/db';
import { freePort } from '@plant-store/engine/testing/free-port';
import type { Wanted } from './api-host.ts';

const project = join(import.meta.dirname, '..');

/** A plant as programs send it; ids above 2^53 are bigints. */
export type PlantToAdd = { id: number | bigint; name: string; tag?: string };

/** The web server of `npm start`, and the process of its API, which serves one store after another. */
export class Web {
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly apiPort: number;
  #process: ChildProcess | undefined;
  #apiHost: ChildProcess | undefined;

  private constructor(apiPort: number, webPort: number) {
    this.apiPort = apiPort;
    this.url = `http://127.0.0.1:${webPort}`;
    this.env = {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      API_PORT: String(apiPort),
      WEB_PORT: String(webPort),
      LOG_LEVEL: 'warn',
      // The cache of `npm start`. Without it each start would compile all code.
      NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node'),
    };
  }

  static async start(): Promise<Web> {
    const web = new Web(await freePort(), await freePort());
    web.#process = launch('apps/web/src/main.ts', web.env);
    await answerOf(web.#process);
    return web;
  }

  /** Sends a message to the API process and returns the answer. Starts the process first if it does not run. */
  async askApi(wanted: Wanted): Promise<unknown> {
    if (!this.#apiHost?.connected) this.#apiHost = launch('e2e/api-host.ts', this.env);
    const answered = answerOf(this.#apiHost);
    this.#apiHost.send(wanted);
    return (await answered).result;
  }

  async endApi(signal: NodeJS.Signals) {
    const host = this.#apiHost;
    this.#apiHost = undefined;
    await end(host, signal);
  }

  /** The API stops last, because requests under way need it. */
  async stop() {
    await end(this.#process, 'SIGTERM');
    await this.endApi('SIGTERM');
  }
}

/** A running store of the whole product, for tests. */
export class Store {
  readonly folder = mkdtempSync(join(tmpdir(), 'plant-store-e2e-'));
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #web: Web;
  #isServed = false;

  private constructor(web: Web, settings: Record<string, string>) {
    this.#web = web;
    this.apiUrl = `http://127.0.0.1:${web.apiPort}`;
    this.webUrl = web.url;
    this.#env = { ...web.env, DATABASE_URL: `file:${this.folder}/plants.db`, ...settings };
  }

  /** Starts the API of a running web server that has no other API. */
  static async start(web: Web, settings: Record<string, string> = {}): Promise<Store> {
    const store = new Store(web, settings);
    try {
      await store.startApi();
      return store;
    } catch (cause) {
      await store.stop();
      throw cause;
    }
  }

  /** The administrator's token that the first start created. */
  get token(): string {
    return readFileSync(join(this.folder, 'first-token'), 'utf8').trim();
  }

  async startApi() {
    await this.#web.askApi({ start: this.#env });
    this.#isServed = true;
  }

  /** The code of a new start link, as `npm start` requests it. */
  startCode = () => this.#web.askApi('startCode') as Promise<string>;

  /** Ends the API like a crash. */
  async killApi() {
    this.#isServed = false;
    await this.#web.endApi('SIGKILL');
  }

  async stop() {
    if (this.#isServed) await this.#web.askApi('stop');
    rmSync(this.folder, { recursive: true });
  }

  /** Adds plants one after another, so that the last one is the newest. */
  async add(...plants: PlantToAdd[]) {
    for (const { id, ...rest } of plants) {
      const body = `{"id":${id},${JSON.stringify(rest).slice(1)}`;
      await this.#expectOk('/plants', { method: 'POST', body });
    }
  }

  /** Adds plants as an earlier version did, also with characters that the store refuses today. */
  async addOld(...old: PlantToAdd[]) {
    const db = await openDatabase(this.#env.DATABASE_URL ?? '');
    for (const plant of old) await plants.create(db, { ...plant, id: BigInt(plant.id) });
    await db.close();
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

  /** Changes a plant over the API, as another program. */
  async change(id: string, patch: { name?: string; tag?: string | null }) {
    await this.#expectOk(`/plants/${id}`, { method: 'PATCH', body: JSON.stringify(patch) });
  }

  /** Deletes a plant over the API, as another program. */
  async remove(id: string) {
    await this.#expectOk(`/plants/${id}`, { method: 'DELETE' });
  }

  /** Invites a clerk over the API, and returns the code of the link. */
  async invite(): Promise<string> {
    return (await this.#mutate<{ code: string }>('invitations.create', { role: 'clerk', note: 'somebody' }))
      .code;
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

  /** The plants of the store as exact text, newest first. */
  async list(): Promise<string> {
    return (await this.#send('/plants?limit=200')).text();
  }

  /** Runs the token command and returns its output. */
  async tokenCommand(...words: string[]): Promise<Record<string, string>> {
    const child = spawn(process.execPath, ['apps/api/src/token.ts', ...words, '--json'], {
      cwd: project,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(child, 'close');
    return JSON.parse(Buffer.concat(chunks).toString());
  }

  async #expectOk(path: string, init: RequestInit) {
    const answer = await this.#send(path, init);
    if (!answer.ok) throw new Error(`${init.method} ${path} ${init.body ?? ''}: ${await answer.text()}`);
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

/** Starts a process of the product. */
export const launch = (main: string, env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [main], { cwd: project, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

/** The next message of a process, such as that it is ready. @throws Error if the process ends before its message */
async function answerOf(part: ChildProcess): Promise<{ result?: unknown }> {
  const over = new AbortController();
  const ended = once(part, 'exit', over).then(([code]) => {
    throw new Error(`${part.spawnargs.at(-1)} ended with ${code} before it answered`);
  });
  try {
    const [message] = await Promise.race([once(part, 'message', over), ended]);
    return message;
  } finally {
    over.abort();
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
