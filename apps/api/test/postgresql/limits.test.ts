import { newToken } from '@plant-store/db';
import { newUrl } from '@plant-store/db/testing';
import { expect, test } from 'vitest';
import { add, statusFor } from '../requests.ts';
import { type Cluster, startCluster } from './cluster.ts';

const patience = { timeout: 10_000 };
const minute = () => Math.floor(Date.now() / 60_000);

/** What `run` gives when it begins and ends in the same minute, as limits do; else it is run again, with a new token. */
async function withinAMinute<T>(
  cluster: Cluster,
  run: (token: string, ids: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const made = await cluster.token('create', '--name', `till ${attempt}`, '--scope', 'admin', '--json');
    const { token } = JSON.parse(made.stdout) as { token: string };
    const begun = minute();
    const result = await run(token, attempt * 1_000);
    if (minute() === begun) return result;
  }
}

test('what one process answered counts at the others: a token has one limit for all of them', async () => {
  const cluster = await startCluster(await newUrl(), { RATE_LIMIT_WRITES: '30' });
  const accepted = await withinAMinute(cluster, async (token, ids) => {
    let count = 0;
    const write = async (number: number) => {
      const { status } = await add(cluster.servers[number] as Cluster['servers'][0], token, ids + count);
      if (status === 200) count++;
      return status;
    };
    for (let sent = 0; sent < 20; sent++) expect(await write(0)).toBe(200);
    for (const number of [1, 2, 0]) await expect.poll(() => write(number), patience).toBe(429);
    return count;
  });
  expect(accepted).toBeGreaterThanOrEqual(30);
  // Each may go on for a tenth of a second until it is told; counting alone, all together accept 90.
  expect(accepted).toBeLessThan(45);
});

test('bad tokens that one process was sent count at the others', async () => {
  const cluster = await startCluster(await newUrl());
  const { refused, looked } = await withinAMinute(cluster, async () => {
    const guess = (number: number) => statusFor(cluster.servers[number] as Cluster['servers'][0], newToken());
    for (let sent = 0; sent < 21; sent++) await guess(0);
    const refused = await guess(0);
    let looked = 0;
    await expect
      .poll(async () => {
        const status = await guess(1);
        if (status === 401) looked++;
        return status;
      }, patience)
      .toBe(429);
    return { refused, looked };
  });
  expect(refused).toBe(429);
  expect(looked).toBeLessThan(10);
});
