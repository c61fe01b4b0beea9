import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

// node postgresql-guard.mjs FOLDER OWNER PROGRAM WORD …: runs a PostgreSQL server, and removes it when the tests that
// started it have ended. The system closes the channel to the tests even after kill -9. The guard has its own session,
// so that the same kill does not reach it.
const [folder, owner, program, ...words] = process.argv.slice(2);

const server = spawn(program, words, { ...JSON.parse(owner), cwd: folder, stdio: 'ignore' });
let isAlone = false;

server.once('spawn', () => process.send({ pid: server.pid }));
server.once('error', () => process.exit(1));
server.once('exit', () => {
  if (isAlone) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit();
});
process.once('disconnect', () => {
  isAlone = true;
  // The fastest shutdown that frees the memory shared with the server's children. A paused server must continue first.
  server.kill('SIGCONT');
  server.kill('SIGQUIT');
});
