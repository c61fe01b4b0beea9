import { expect, test } from 'vitest';
import { localPath } from '../../src/session/local-path.ts';

test.for(['/', '/plants/7', '/plants/-9223372036854775808', '/?id=7&name=Aloe+vera%2F%2F&tag=', '/?name=//'])(
  'signing in opens %s',
  (to) => {
    expect(localPath(to)).toBe(to);
  },
);

test.for([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example/?to=/',
  'https://evil.example',
  'javascript:alert(1)',
  'evil.example',
  '/#//evil.example',
  '',
  undefined,
  ['/plants/7'],
])('signing in opens the list, not %s', (to) => {
  expect(localPath(to)).toBe('/');
});

test.for(['/.//evil.example', '/x/..//y', '/plants/7', '/%2e%2e/%2e%2e/x', '/?a//b'])(
  'every page opened after signing in, with %s, is on this site',
  (to) => {
    const { host, pathname } = new URL(localPath(to), 'http://plants.example');
    expect(host).toBe('plants.example');
    expect(pathname).not.toMatch(/^\/\//);
  },
);
