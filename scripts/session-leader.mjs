// Runs one command in a new session, and ends the session when the calling script ends:
//   node session-leader.mjs <grace ms> <ipc|plain> <command> <arguments…>
// The system closes the IPC channel whenever the script ends, even after kill -9.
import { spawn } from 'node:child_process';
import { endSession } from './session.mjs';

const [graceMs, channel, command, ...args] = process.argv.slice(2);
const LOCK_FD = 4;

const child = spawn(command, args, {
  stdio: ['ignore', 'inherit', 'inherit', channel === 'ipc' ? 'ipc' : 'ignore', LOCK_FD],
});
child.on('message', (message) => process.connected && process.send(message));
process.on('message', (message) => child.connected && child.send(message));
child.on('error', (error) => end({ code: 127, signal: null, error: error.message }));
child.on('exit', (code, signal) => end({ code, signal }));

process.on('disconnect', () => stop('SIGTERM'));
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, stop);

let isStopping = false;
function stop(signal) {
  if (isStopping) return;
  isStopping = true;
  if (Number(graceMs) > 0) child.kill(signal);
  setTimeout(() => end({ code: null, signal: 'SIGKILL' }), Number(graceMs));
}

function end(ended) {
  endSession(process.pid);
  // Killing the process group ends this process too. Without /proc only this group can be found.
  const killGroup = () => process.kill(-process.pid, 'SIGKILL');
  if (process.connected) process.send({ ended }, killGroup);
  else killGroup();
}
