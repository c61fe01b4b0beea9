import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

// node postgresql-guard.mjs FOLDER OWNER PROGRAM WORD …: runs a PostgreSQL server, and ends and removes it when the
// tests that asked for it are gone. The system closes the channel to them however they end, kill -9 included; for this
// one to be spared by that, it is in a session of its own.
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
  // Its quickest way to end that gives back the memory it shares with its children; paused, it would not hear of it.
  server.kill('SIGCONT');
  server.kill('SIGQUIT');
});
