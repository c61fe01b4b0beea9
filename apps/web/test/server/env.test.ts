import { expect, onTestFinished, test, vi } from 'vitest';
import { apiUrl, ownUrl, readEnv } from '../../src/server/env.ts';

test('every setting of the web is understood with a line end, and makes addresses that one can open', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries({ HOST: '[::]\r\n', API_PORT: '4001\r', WEB_PORT: '3001 \n' }))
    vi.stubEnv(name, value);
  const env = readEnv();
  expect([apiUrl(env), ownUrl(env)]).toEqual(['http://[::1]:4001', 'http://[::1]:3001']);
});
