import { newToken } from '@plant-store/db';
import { newUrl } from '@plant-store/db/testing';
import { expect, test } from 'vitest';
import { add, statusFor } from '../requests.ts';
import { type Cluster, startCluster } from './cluster.ts';

const minute = () => Math.floor(Date.now() / 60_000);

/** Repeats `run` with a new token until it begins and ends in the same minute, as limits count by the minute. */
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

test('three processes under load exceed the quota of a token by a tenth at most', async () => {
  const quota = 60;
  const cluster = await startCluster(await newUrl(), { RATE_LIMIT_WRITES: String(quota) });
  const statuses = await withinAMinute(cluster, (token, ids) =>
    Promise.all(
      cluster.servers.flatMap((server, number) =>
        Array.from(
          { length: quota },
          async (_, sent) => (await add(server, token, 3 * (ids + sent) + number)).status,
        ),
      ),
    ),
  );
  const accepted = statuses.filter((status) => status === 200).length;
  expect(accepted).toBeGreaterThanOrEqual(quota);
  expect(accepted).toBeLessThanOrEqual(1.1 * quota);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3 * quota - accepted);
});

test('invalid tokens that are sent to one process count in all processes', async () => {
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
      })
      .toBe(429);
    return { refused, looked };
  });
  expect(refused).toBe(429);
  expect(looked).toBeLessThan(10);
});
