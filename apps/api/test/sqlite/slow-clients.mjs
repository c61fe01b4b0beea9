import { once } from 'node:events';
import { connect } from 'node:net';

// node slow-clients.mjs PORT TOKEN: 2,000 connections that each send a byte of a request a second, a quarter of them of
// a body that is awaited. It says when all are open, and at the end of its input how many still are.
const [port, token] = process.argv.slice(2);
const count = 2_000;
const everyMs = 5;
const head = (start) =>
  `${start} /plants HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;

const sockets = [];
let open = 0;
for (let number = 0; number < count; number++) {
  const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true }).on(
    'error',
    () => undefined,
  );
  const isInBody = number % 4 === 0;
  sockets.push({ socket, rest: isInBody ? 'x'.repeat(1_000) : head('GET') });
  socket.once('close', () => open--);
  await once(socket, 'connect');
  open++;
  if (isInBody) socket.write(`${head('POST')}Content-Length: 1000\r\n\r\n`);
}
let turn = 0;
setInterval(() => {
  for (let left = (count * everyMs) / 1_000; left > 0; left--) {
    const { socket, rest } = sockets[turn % count];
    socket.write(rest[Math.floor(turn / count)]);
    turn++;
  }
}, everyMs);
console.log('open');
process.stdin.resume().on('end', () => {
  console.log(String(open));
  process.exit();
});
