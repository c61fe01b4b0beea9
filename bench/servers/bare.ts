import { createBareServer } from './edge.ts';
import { openStorage } from './storage.ts';

// node bare.ts each|group <database file> <port> <token>: starts server (a) or (b).
const [committing, path, port, token] = process.argv.slice(2);
if ((committing !== 'each' && committing !== 'group') || !path || !port || !token)
  throw new Error('Usage: node bare.ts each|group <database file> <port> <token>');

createBareServer(openStorage(path, committing), token).listen(Number(port), '127.0.0.1', () =>
  process.send?.('ready'),
);
// The server ends with its parent process.
process.on('disconnect', () => process.exit());
