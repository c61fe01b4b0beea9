import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The lowest port. Ports are below the ephemeral ports, as a client could otherwise get the port first. They are above
 * 10,080, the last port that fetch refuses (fetch.spec.whatwg.org, section 2.9).
 */
const lowest = 10_100;
/** The number of ports for one process, so that two processes do not find the same port at the same moment. */
const ofOneProcess = 20;
let given = 0;

/** A free port for a server that starts next. */
export async function freePort(): Promise<number> {
  const first = lowest + (process.pid % 1_000) * ofOneProcess;
  for (let tries = 0; tries < ofOneProcess; tries++) {
    const port = first + (given++ % ofOneProcess);
    if (await isFree(port)) return port;
  }
  throw new Error(`every port from ${first} to ${first + ofOneProcess - 1} is in use`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
