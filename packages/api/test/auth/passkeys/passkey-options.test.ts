import { expect, test } from 'vitest';
import { creationOptions } from '../../../src/auth/passkeys/passkey-ceremony.ts';

test('the browser requests a key of EdDSA, ES256 or RS256, in this order', async () => {
  const ann = { id: '00000000-0000-4000-8000-000000000001', email: 'ann@example.com', name: 'Ann' };
  const { pubKeyCredParams } = await creationOptions({ host: 'plants.example', challenge: 'YQ' }, ann, []);
  expect(pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
});
