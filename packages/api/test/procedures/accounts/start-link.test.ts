import { startCodes } from '@plant-store/db';
import { expect, test } from 'vitest';
import { stopClock } from '../../clock.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { ann, refused, signIn } from './people-store.ts';

async function startNew() {
  const store = await startStore();
  const code = (await startCodes.create(store.db)) ?? '';
  const { people } = trpcClient(store.url, {});
  return { ...store, code, people };
}

test('the code of a start link makes the owner account without a token', async () => {
  const { url, code, people } = await startNew();
  expect(await people.createOwnerByLink.mutate({ code, ...ann })).toMatchObject({ role: 'owner' });
  expect(await people.hasOwner.query()).toBe(true);
  const owner = await signIn(url, ann.email, ann.password);
  expect(await owner.session.get.query()).toMatchObject({ role: 'owner', scopes: ['admin'] });
});

test('a start link stays open after a refused password', async () => {
  const { code, people } = await startNew();
  await expect(
    people.createOwnerByLink.mutate({ code, ...ann, password: 'plantstore2026' }),
  ).rejects.toMatchObject(refused(40003));
  await people.createOwnerByLink.mutate({ code, ...ann });
});

test('a wrong code is refused, and so is every code after five tries in a minute', async () => {
  const clock = stopClock();
  const { code, people } = await startNew();
  for (let tries = 0; tries < 5; tries++)
    await expect(people.createOwnerByLink.mutate({ code: `guess ${tries}`, ...ann })).rejects.toMatchObject(
      refused(40400),
    );
  await expect(people.createOwnerByLink.mutate({ code, ...ann })).rejects.toMatchObject(refused(42900));
  clock.pass(60);
  await people.createOwnerByLink.mutate({ code, ...ann });
});
