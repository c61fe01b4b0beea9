import { expect, test } from 'vitest';
import { plants } from '../../../src/index.ts';
import { importText, inPieces } from '../../files.ts';
import { connect, newStore } from '../../store.ts';

test('a long log is moved after the commit, not inside it', async () => {
  const { db, path } = await newStore();
  const log = longLogOf(path);
  await plants.create(db, { id: 0n, name: 'Fern' });
  expect(log.state()).toMatchObject({ log: expect.toSatisfy((pages) => pages > 1_000n), checkpointed: 0n });
  for (let id = 1n; id < 100n; id++) await plants.create(db, { id, name: 'Fern' });
  await expect.poll(() => log.state().checkpointed).toBeGreaterThan(1_000n);
});

test('an import that reads its file does not prevent moving the log of other writes', async () => {
  const { db, path } = await newStore();
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const bytes = (async function* () {
    yield* inPieces('id,name\n1000,Moss\n');
    ask();
    await rest;
  })();
  const done = importText(db, '', { bytes } as never);
  await asked;
  const log = longLogOf(path);
  for (let id = 0n; id < 100n; id++) await plants.create(db, { id, name: 'Fern' });
  await expect.poll(() => log.state().checkpointed).toBeGreaterThan(1_000n);
  goOn();
  expect((await done).created).toBe(1);
});

/** Makes the log of a store long through another connection; `state` gives its length. */
function longLogOf(path: string) {
  const other = connect(path);
  other.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF');
  for (let pages = 0; pages < 1_000; pages++) other.exec('PRAGMA user_version = 0');
  return {
    state: () => other.prepare('PRAGMA wal_checkpoint(NOOP)').get() as Record<'log' | 'checkpointed', bigint>,
  };
}
