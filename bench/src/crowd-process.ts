import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { CrowdOrder } from './crowd.ts';

// The process of the crowd. It receives an order, and at its end tells how many requests were answered.

const answers = { answered: 0, refused: 0 };
let isOver = false;

const head = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;

/** Asks for a list as a file, and reads only the first bytes of the answer. */
function exportUnread(port: number, token: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`${head('/plants', token)}Accept: text/csv\r\n\r\n`);
  socket.once('data', (first) => {
    answers[String(first).startsWith('HTTP/1.1 200') ? 'answered' : 'refused']++;
    socket.pause();
  });
}

/** Sends one search after another. A refused one waits a second, as the answer says. */
async function search(port: number, token: string, next: () => string) {
  const connection = await Connection.open(port);
  while (!isOver) {
    const { status } = await connection.send(`${head(next(), token)}\r\n`);
    answers[status === 200 ? 'answered' : 'refused']++;
    if (status !== 200) await wait(1_000);
  }
}

process.on('message', (order: CrowdOrder | 'end') => {
  if (order === 'end') {
    isOver = true;
    process.send?.(answers, undefined, undefined, () => process.exit());
    return;
  }
  const { kind, port, tokens, paths, clients } = order;
  let sent = 0;
  for (let client = 0; client < clients; client++) {
    const token = tokens[client % tokens.length] ?? '';
    if (kind === 'exports') exportUnread(port, token);
    else search(port, token, () => paths[sent++ % paths.length] ?? '').catch(() => undefined);
  }
});
process.on('disconnect', () => process.exit());
