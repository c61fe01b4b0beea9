import { expect, test } from 'vitest';
import { creationOptions } from '../../../src/auth/passkeys/passkey-ceremony.ts';
import { startStore } from '../../store.ts';
import { host, origin, visitor } from './passkey-store.ts';

test('the browser requests a key of EdDSA, ES256 or RS256, in this order', async () => {
  const ann = { id: '00000000-0000-4000-8000-000000000001', email: 'ann@example.com', name: 'Ann' };
  const { pubKeyCredParams } = await creationOptions({ host: 'plants.example', challenge: 'YQ' }, ann, []);
  expect(pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
});

test('400 names both addresses if the proxy before the store has changed that of the page', async () => {
  const { url } = await startStore();
  const ask = (headers: Record<string, string>) =>
    visitor(url, { origin, ...headers }).session.startPasskey.mutate();
  expect((await ask({})).options.rpId).toBe(host);
  for (const [changed, came] of [
    [{ 'x-forwarded-host': 'web:3000' }, 'https://web:3000'],
    [{ 'x-forwarded-proto': 'http' }, `http://${host}`],
  ] as const)
    await expect(ask(changed)).rejects.toThrow(
      `the page is at "${origin}", but its request came for ${came}; let the `,
    );
});
