import { createServer } from 'node:http';
import next from 'next';

// node serve.ts <port>: serves the built app in production, like `next start`, and ends with its parent process.
const app = next({ dev: false, dir: import.meta.dirname });
await app.prepare();
createServer(app.getRequestHandler()).listen(Number(process.argv[2]), '127.0.0.1', () =>
  process.send?.('ready'),
);
process.on('disconnect', () => process.exit());
