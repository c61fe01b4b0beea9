import { once } from 'node:events';
import { Client, Connection } from 'pg';

/** A cancel request has no answer; the server closes its connection once it is done. */
const cancelMs = 2_000;

/** A part of pg (8.23) that its types leave out. */
type Wire = Connection & {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
};
type Untyped = {
  connection: Wire;
  ssl: boolean;
  readyForQuery?: boolean;
  processID: number | null;
  secretKey: number;
};

/** A connection on which no commit that a synchronous standby did not confirm succeeds, or waits beyond `end`. */
export class StoreClient extends Client {
  #cancelled: Promise<void> | undefined;

  constructor(...options: ConstructorParameters<typeof Client>) {
    super(...options);
    // An administrator ended the wait. The server reports success; here this counts as a connection that broke.
    this.on('notice', ({ routine }) => {
      if (routine !== 'SyncRepWaitForLSN') return;
      this.#cancelled = Promise.resolve();
      const cause = new Error('Connection terminated: the standby has not confirmed the commit');
      untyped(this).connection.emit('error', cause);
    });
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const { connection, readyForQuery, processID } = untyped(this);
    const isBusy = processID !== null && !readyForQuery && connection.stream.writable;
    if (!isBusy) return callback ? super.end(callback) : super.end();
    // While a commit waits for a standby, the server does not notice a closed connection.
    this.#cancelled ??= cancel(this);
    const ended = this.#cancelled.then(() => super.end());
    return callback ? void ended.then(callback as () => void) : ended;
  }
}

const untyped = (client: Client) => client as unknown as Untyped;

/** Cancels the statement of a connection, by another connection as the protocol requires. */
async function cancel(client: Client): Promise<void> {
  const { ssl, processID, secretKey } = untyped(client);
  const wire = new Connection({ ssl }) as Wire;
  const send = () => wire.cancel(processID as number, secretKey);
  wire.on('connect', () => (ssl ? wire.requestSsl() : send()));
  wire.on('sslconnect', send);
  wire.on('error', () => undefined);
  const { host, port } = client;
  if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
  else wire.connect(port, host);
  await once(wire, 'end', { signal: AbortSignal.timeout(cancelMs) }).catch(() => undefined);
  wire.stream.destroy();
}
