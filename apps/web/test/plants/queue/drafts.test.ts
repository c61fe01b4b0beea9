import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { openQueueDatabase } from '../../../src/plants/queue/queue-database.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const owner = 'person:1';
const values = { id: '7', name: 'Half a na', tag: '' };

/** A database with a draft of a closed tab, as two tabs open it. */
async function leftDraft() {
  const [closed, one, other] = await Promise.all(['closed', 'one', 'other'].map(openQueueDatabase));
  if (!closed || !one || !other) throw new Error('no database');
  await closed.keepDraft(owner, values);
  const [draft] = await one.drafts(owner);
  if (!draft) throw new Error('no draft');
  return { draft, one, other };
}

test('the draft of a closed tab moves to only one other tab', async () => {
  const { draft, one, other } = await leftDraft();
  expect(await Promise.all([one.takeDraft(draft), other.takeDraft(draft)])).toEqual([true, false]);
  expect(await one.drafts(owner)).toEqual([{ owner, values, tab: 'one' }]);
});

test('a tab with its own draft does not get the draft of a closed tab', async () => {
  const { draft, one, other } = await leftDraft();
  await one.keepDraft(owner, { ...values, name: 'Typed since' });
  expect(await one.takeDraft(draft)).toBe(false);
  expect(await other.takeDraft(draft)).toBe(true);
});
