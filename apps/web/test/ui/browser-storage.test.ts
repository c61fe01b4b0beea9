import { beforeEach, expect, test, vi } from 'vitest';
import { keptTag } from '../../src/plants/form/use-kept-tag.ts';
import { keptSettings } from '../../src/plants/paper/labels/label-settings.ts';
import { takeSavedCount } from '../../src/plants/queue-ui/saved-count.ts';
import { resumeAfterUpdate } from '../../src/ui/updated-store.ts';

let stored: string;

beforeEach(() => {
  const storage = { getItem: () => stored, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('window', { sessionStorage: storage, localStorage: storage });
  vi.stubGlobal('location', { pathname: '/' });
  return () => vi.unstubAllGlobals();
});

test.each([
  '',
  '{"at":',
  'null',
  '7',
  '"person:1"',
  '{}',
  '["person:1",7]',
  '{"at":"now","path":"/","typed":[]}',
  '{"at":1,"path":"/","typed":null}',
  '{"at":1,"path":7,"typed":[{}]}',
])('damaged or foreign content of the storage is as none: %s', (text) => {
  stored = text;
  expect([keptTag('person:1'), resumeAfterUpdate()]).toEqual([undefined, undefined]);
  expect(keptSettings()).toMatchObject({ kind: 'l7160', first: '1' });
  expect(takeSavedCount()).toBe(text === '7' ? 7 : 0);
});
