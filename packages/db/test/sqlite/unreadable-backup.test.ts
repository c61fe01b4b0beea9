import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backups, restore, StartError } from '../../src/index.ts';
import { cancelPromotion } from '../../src/promotion/promote.ts';
import { quietly } from '../backups.ts';
import { newFolder, newStore } from '../store.ts';
import { storeToBackUp } from './backups.ts';

/** Puts there what nobody can read, whoever they are. */
function makeUnreadable(path: string) {
  rmSync(path, { force: true });
  mkdirSync(path);
}

const leadNowhere = (path: string) => symlinkSync(path, path);

/** What it is refused with: one line, for a person. */
async function refusal(attempt: Promise<unknown>): Promise<string> {
  const outcome = (await attempt.catch((cause) => cause)) as Error;
  expect(outcome).toBeInstanceOf(StartError);
  expect(outcome.message).toMatch(/^[^\n]+\.$/);
  return outcome.message;
}

test.each(['db', 'json'])(
  'a backup whose .%s cannot be read is unproven, is not restored, and does not hide the others',
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
    expect(second?.problem).toMatch(`${record.name}.${extension} cannot be read (EISDIR); give it to`);
    const place = join(newFolder(), 'plants.db');
    expect(await refusal(restore(`file:${place}`, folder, record.name, quietly))).toMatch(
      /is unproven \(.* cannot be read \(EISDIR\).*\) and was not restored; .* Nothing was changed\.$/,
    );
  },
);

test('a folder of backups that cannot be read is not taken for an empty one, whatever is asked of it', async () => {
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

test('a store that cannot be looked at is not taken for one that is not there', async () => {
  const path = join(newFolder(), 'plants.db');
  leadNowhere(path);
  for (const attempt of [
    () => backups.create(`file:${path}`, { folder: newFolder(), onProgress: quietly }),
    () => cancelPromotion(path, { isGoingBack: false }),
  ])
    expect(await refusal(attempt())).toMatch(`DATABASE_URL: cannot read or write ${path} (ELOOP)`);
});

test('a promotion that may not make its lock beside the store says so in one line', async () => {
  const { db, path } = await newStore();
  await db.close();
  makeUnreadable(join(path, '../.in-use'));
  expect(await refusal(cancelPromotion(path, { isGoingBack: false }))).toMatch(
    `cannot read or write ${path} (EISDIR)`,
  );
});

test('a file where the folder of the restored store should be is told in one line', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const attempt = restore(`file:${join(file, 'plants.db')}`, folder, record.name, quietly);
  expect(await refusal(attempt)).toMatch(`Cannot read or write ${file} (ENOTDIR)`);
});

test('what keeps the old backups from being removed does not hide that the new one is made', async () => {
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
