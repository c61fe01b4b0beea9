import { expect, test } from 'vitest';
import { deviceState } from '../src/offline/device-state.ts';

const able = {
  isSecureContext: true,
  openDatabase: async () => undefined,
  hasWorker: async () => true,
};
const refuse = () => Promise.reject(new Error('refused'));

test.each([
  ['a browser that allows everything works', able, 'works'],
  ['a browser at a plain HTTP address is insecure', { ...able, isSecureContext: false }, 'insecure'],
  ['a browser that refuses the database denies storage', { ...able, openDatabase: refuse }, 'denied'],
  ['a browser that refuses the service worker denies storage', { ...able, hasWorker: refuse }, 'denied'],
  ['a browser without service workers denies storage', { ...able, hasWorker: async () => false }, 'denied'],
])('%s', async (_title, browser, expected) => {
  expect(await deviceState(browser)).toBe(expected);
});
