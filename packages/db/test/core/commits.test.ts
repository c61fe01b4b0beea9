import { expect, test, vi } from 'vitest';
import { plants } from '../../src/index.ts';
import { importText, inPieces } from '../files.ts';
import { newStore } from '../store.ts';

test('an error of a commit listener does not affect a write', async () => {
  const { db } = await newStore();
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  db.monitor.onCommit(() => {
    throw new Error('the watcher failed');
  });
  const first = Array.from({ length: 600 }, (_, id) => plants.create(db, fern(id)));
  expect(await Promise.all(first)).toHaveLength(600);
  expect(await plants.create(db, fern(600))).toMatchObject(fern(600));
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ message: 'the watcher failed' });
});

test('the commit time of an import is the time of its transaction, without the upload', async () => {
  const { db } = await newStore();
  let told = Number.NaN;
  db.monitor.onCommit((_writes, seconds) => {
    told = seconds * 1_000;
  });
  for (const isDryRun of [false, true]) {
    let sentAt = Number.NaN;
    const bytes = (async function* () {
      yield* inPieces('id,name\n1,Moss\n');
      await plants.create(db, fern(isDryRun ? 3 : 2));
      sentAt = performance.now();
    })();
    await importText(db, '', { bytes, isDryRun } as never);
    expect(told).toBeLessThan(performance.now() - sentAt);
  }
});

const fern = (id: number) => ({ id: BigInt(id), name: 'Fern' });
