import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backups, restore, StartError } from '../../../src/index.ts';
import { cancelPromotion } from '../../../src/promotion.ts';
import { quietly } from '../../backups.ts';
import { newFolder, newStore } from '../../store.ts';
import { storeToBackUp } from './backups.ts';

/** Makes a path that not even root can read. */
function makeUnreadable(path: string) {
  rmSync(path, { force: true });
  mkdirSync(path);
}

const leadNowhere = (path: string) => symlinkSync(path, path);

/** The message of the refusal: one line. */
async function refusal(attempt: Promise<unknown>): Promise<string> {
  const outcome = (await attempt.catch((cause) => cause)) as Error;
  expect(outcome).toBeInstanceOf(StartError);
  expect(outcome.message).toMatch(/^[^\n]+\.$/);
  return outcome.message;
}

test.each(['db', 'json'])(
  'a backup with an unreadable .%s is unproven, is not restored, and hides no other backup',
  async (extension) => {
    const { folder, take } = await storeToBackUp();
    const { record: other } = await take();
    const { record } = await take();
    makeUnreadable(join(folder, `${record.name}.${extension}`));
    const { record: newest, removed } = await take(1);
    expect(removed).toEqual([other.name]);
    const [first, second] = await backups.list(folder, quietly);
    expect(first).toMatchObject({ name: newest.name, verdict: 'proven' });
    expect(second).toMatchObject({ name: record.name, verdict: 'unproven' });
    expect(second?.problem).toMatch(
      `${record.name}.${extension} cannot be read (EISDIR); give the user of this process access`,
    );
    const place = join(newFolder(), 'plants.db');
    expect(await refusal(restore(`file:${place}`, folder, record.name, quietly))).toMatch(
      /is unproven \(.* cannot be read \(EISDIR\).*\) and was not restored; .* Nothing was changed\.$/,
    );
  },
);

test('an unreadable folder of backups is an error, not an empty list', async () => {
  const { url } = await storeToBackUp();
  const folder = join(newFolder(), 'backups');
  const name = 'plants-20260101-000000-000';
  leadNowhere(folder);
  for (const attempt of [
    () => backups.list(folder, quietly),
    () => backups.verify(url, folder, name, quietly),
    () => restore(url, folder, name, quietly),
  ])
    expect(await refusal(attempt())).toMatch(`Cannot read or write ${folder} (ELOOP)`);
});

test('a store that cannot be examined is an error, not a missing store', async () => {
  const path = join(newFolder(), 'plants.db');
  leadNowhere(path);
  for (const attempt of [
    () => backups.create(`file:${path}`, { folder: newFolder(), onProgress: quietly }),
    () => cancelPromotion(path, { isGoingBack: false }),
  ])
    expect(await refusal(attempt())).toMatch(`DATABASE_URL: cannot read or write ${path} (ELOOP)`);
});

test('a promotion that cannot make its lock file reports that in one line', async () => {
  const { db, path } = await newStore();
  await db.close();
  makeUnreadable(join(path, '../.in-use'));
  expect(await refusal(cancelPromotion(path, { isGoingBack: false }))).toMatch(
    `cannot read or write ${path} (EISDIR)`,
  );
});

test('a file in place of the folder of the restored store is reported in one line', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const attempt = restore(`file:${join(file, 'plants.db')}`, folder, record.name, quietly);
  expect(await refusal(attempt)).toMatch(`Cannot read or write ${file} (ENOTDIR)`);
});

test('a failure to remove old backups is reported together with the new backup', async () => {
  const { folder, url, take } = await storeToBackUp();
  await take();
  const onProgress = ({ doing }: { doing: string }) => {
    if (doing.startsWith('reading plants-')) throw new StartError('Stopped.');
  };
  const message = await refusal(backups.create(url, { folder, keep: 1, onProgress }));
  const [newest, oldest] = await backups.list(folder, quietly);
  expect(message).toBe(
    `The backup ${newest?.name} is made and proven, but not all older ones were removed. Stopped.`,
  );
  expect([newest?.verdict, oldest?.verdict]).toEqual(['proven', 'proven']);
});
