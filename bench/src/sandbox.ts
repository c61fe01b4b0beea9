import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Samples } from './percentiles.ts';
import { cpuSeconds } from './process-figures.ts';

/** The results of `npm run sandbox`. */
export type SandboxRun = {
  readySeconds: number;
  /** The time of the processor for a sandbox that is started and ended, with npm and all scripts. */
  cpuSeconds: number;
  resets: number;
  resetP50Ms: number;
  resetP95Ms: number;
};

const project = join(import.meta.dirname, '../..');
const resets = 100;
/** A short test. The next store is opened meanwhile. */
const testMs = 400;

/** Measures the start of a sandbox, and resets after short tests. @throws Error if a reset leaves a plant */
export async function measureSandbox(say: (line: string) => void): Promise<SandboxRun> {
  say('Starting and resetting a sandbox');
  const cpuBefore = cpuSeconds(process.pid) ?? Number.NaN;
  const idle = await start();
  await idle.end();
  const cpuAfter = cpuSeconds(process.pid) ?? Number.NaN;
  const { apiUrl, token, resetUrl, end } = await start();
  const times = new Samples();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let round = 0; round < resets; round++) {
    await fetch(`${apiUrl}/plants`, { method: 'POST', headers, body: '{"id":7,"name":"Fern"}' });
    await wait(testMs);
    const begun = performance.now();
    await fetch(resetUrl, { method: 'POST' });
    times.add(performance.now() - begun);
    const { status } = await fetch(`${apiUrl}/plants/7`, { headers });
    if (status !== 404) throw new Error(`GET /plants/7 gave ${status} after a reset`);
  }
  await end();
  const [resetP50Ms = Number.NaN, resetP95Ms = Number.NaN] = times.percentiles(50, 95);
  return { readySeconds: idle.seconds, cpuSeconds: cpuAfter - cpuBefore, resets, resetP50Ms, resetP95Ms };
}

async function start() {
  const begun = performance.now();
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn('npm', ['run', '--silent', 'sandbox'], { cwd: project, stdio: [...stdio] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error('the sandbox did not start');
  const seconds = (performance.now() - begun) / 1000;
  const end = async () => {
    child.stdin.end();
    await ended;
  };
  return { ...(JSON.parse(String(line)) as Record<'apiUrl' | 'token' | 'resetUrl', string>), seconds, end };
}
