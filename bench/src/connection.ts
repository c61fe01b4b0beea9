import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body(): string };

/**
 * An HTTP/1.1 keep-alive connection with one request at a time. Common load generators use more CPU time per request
 * than the fastest measured server, so this is own code.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve(answer: Answer): void; reject(cause: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (cause) => this.#fail(cause));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a request of ASCII text. Rejects if the connection breaks before the answer is complete. */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  /** Closes the connection. A request without an answer fails, with the cause if it is known. */
  close(cause?: Error) {
    this.#socket.destroy(cause);
  }

  #receive(chunk: Buffer) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = readAnswer(this.#received);
    if (!answer) return;
    this.#received = Buffer.alloc(0);
    this.#settle?.resolve(answer);
  }

  #fail(cause: Error) {
    this.#settle?.reject(cause);
  }
}

/** The answer in the bytes; `undefined` until it is complete. */
export function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const start = end + 4;
  const declared = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (declared) {
    const length = Number(declared[1]);
    if (bytes.length < start + length) return undefined;
    return { status, body: () => bytes.toString('utf8', start, start + length) };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, body: () => '' };
  if (bytes.length < start + 5 || bytes.toString('latin1', bytes.length - 5) !== '0\r\n\r\n')
    return undefined;
  return { status, body: () => unchunk(bytes.subarray(start)) };
}

function unchunk(bytes: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(length > 0)) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
