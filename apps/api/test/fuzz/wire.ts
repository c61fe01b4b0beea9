import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, parse } from './answer.ts';

/** The time limit for an answer, on a busy machine. */
const patienceMs = 20_000;
/** The time without an answer after which the connection of an incomplete request is closed. */
const silenceMs = 100;

/** A request to send. Text of the head is latin1, so it can contain any byte. */
export type Sent = {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body?: Buffer | undefined;
  /** The sizes of the chunks of the body; without them its length is declared. */
  chunks?: number[] | undefined;
  /** Bytes to send instead of the request. */
  raw?: Buffer | undefined;
};

export type Header = Sent['headers'][number];

/** The bytes of a request. */
function bytesOf({ method, target, headers, body, chunks, raw }: Sent): Buffer {
  if (raw) return raw;
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const framing: Sent['headers'] = [];
  if (body && !isFramed)
    framing.push(chunks ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]);
  const lines = [...headers, ...framing].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, ...(body ? (chunks ? chunked(body, chunks) : [body]) : [])]);
}

function chunked(body: Buffer, sizes: number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < body.length; turn++) {
    const piece = body.subarray(at, at + (sizes[turn % sizes.length] ?? 1));
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
    at += piece.length;
  }
  return [...pieces, Buffer.from('0\r\n\r\n')];
}

/** A shell command that sends the same request. */
export function shown(sent: Sent, url: string): string {
  const { hostname, port } = new URL(url);
  const escaped = [...bytesOf(sent)].map((byte) => {
    const char = String.fromCharCode(byte);
    return /[\w /:.,;?&=@{}[\]"<>()*+~!#^|$`-]/.test(char)
      ? char
      : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  const text = escaped.join('').replaceAll('%', '%%');
  const short = text.length > 4_000 ? `${text.slice(0, 4_000)}… (${bytesOf(sent).length} bytes)` : text;
  return `printf '${short}' | nc ${hostname} ${port}`;
}

/** A client that sends one request after the other over a connection, and opens a new one if that was closed. */
export function newClient(url: string) {
  let kept: Connection | undefined;
  return {
    /** The answer to a request. @throws Error without an answer, or if it is not HTTP */
    async ask(sent: Sent): Promise<Answer> {
      for (;;) {
        const isNew = !kept?.isOpen();
        if (!kept?.isOpen()) kept = await open(url);
        kept.write(bytesOf(sent));
        const answer = await kept.answer(sent.method === 'HEAD', patienceMs);
        if (answer?.headers.get('connection') === 'close') kept.end();
        if (answer) return answer;
        kept.end();
        // A connection that closed before the request arrived does not count as an answer.
        if (isNew) throw new Error(`no answer within ${patienceMs / 1000} s, or a closed connection`);
      }
    },
    /** The answer to any bytes on a new connection, or `undefined` without an answer. */
    async tell(sent: Sent): Promise<Answer | undefined> {
      const connection = await open(url);
      connection.write(bytesOf(sent));
      const answer = await connection.answer(sent.method === 'HEAD', silenceMs);
      connection.end();
      return answer;
    },
    close: () => kept?.end(),
  };
}
type Connection = ReturnType<typeof connection>;

async function open(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return connection(socket);
}

function connection(socket: Socket) {
  let received: Buffer = Buffer.alloc(0);
  let isOpen = true;
  let tell: () => void = () => undefined;
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    tell();
  });
  // The server closed the connection before these bytes arrived.
  socket.on('error', () => undefined);
  socket.on('end', () => (isOpen = false));
  socket.on('close', () => {
    isOpen = false;
    tell();
  });
  return {
    isOpen: () => isOpen,
    write: (bytes: Buffer) => socket.write(bytes),
    end: () => {
      isOpen = false;
      socket.destroy();
    },
    /** The next answer; `undefined` if the connection closes first, or nothing arrives for this time. */
    async answer(isHead: boolean, waitMs: number): Promise<Answer | undefined> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, waitMs);
      let read = parse(received, isHead, false);
      tell = () => {
        read = parse(received, isHead, !isOpen);
        if (read || !isOpen) resolve();
      };
      tell();
      await promise;
      clearTimeout(timer);
      tell = () => undefined;
      if (read) received = received.subarray(read.length);
      return read?.answer;
    },
  };
}
