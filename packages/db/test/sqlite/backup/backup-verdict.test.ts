import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backups, restore } from '../../../src/index.ts';
import { flipped, quietly, verdicts } from '../../backups.ts';
import { newFolder } from '../../store.ts';
import { storeToBackUp } from './backups.ts';

test('list and verify find a flipped bit anywhere in the file or the record', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  for (const name of [record.file, `${record.name}.json`]) {
    const path = join(folder, name);
    const whole = readFileSync(path);
    const offsets = [
      0,
      whole.length - 1,
      ...Array.from({ length: 12 }, () => Math.floor(Math.random() * whole.length)),
    ];
    for (const offset of offsets) {
      writeFileSync(path, flipped(whole, offset));
      expect(await verdicts(folder), `list, byte ${offset} of ${name}`).toEqual(['damaged']);
      const { verdict, problem } = await backups.verify('file:', folder, record.name, quietly);
      expect(verdict, `verify, byte ${offset} of ${name}`).toBe('damaged');
      expect(problem).toBeTruthy();
    }
    writeFileSync(path, whole);
  }
  expect(await verdicts(folder)).toEqual(['proven']);
});

test('verify restores a backup, compares it again, and stores the time', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const found = await backups.verify('file:', folder, record.name, quietly);
  expect(found.verdict).toBe('proven');
  expect(Date.parse(found.record?.verifiedAt ?? '')).toBeGreaterThan(Date.parse(record.verifiedAt));
  const [listed] = await backups.list(folder, quietly);
  expect(listed?.record).toEqual({ ...record, verifiedAt: found.record?.verifiedAt });
});

test('list distinguishes backups from other files, and finds missing records and missing files', async () => {
  const { folder, take } = await storeToBackUp();
  const { record: first } = await take();
  const { record: second } = await take();
  const { record: third } = await take();
  rmSync(join(folder, first.file));
  rmSync(join(folder, `${second.name}.json`));
  writeFileSync(join(folder, 'notes.json'), '{}');
  const found = await backups.list(folder, quietly);
  expect(found.map(({ name, verdict }) => [name, verdict])).toEqual([
    [third.name, 'proven'],
    [second.name, 'unproven'],
    [first.name, 'missing'],
  ]);
  for (const name of [first.name, second.name])
    await expect(restore(`file:${join(folder, 'x.db')}`, folder, name, quietly)).rejects.toThrow(
      /was not restored/,
    );
});

test('a backup can be moved to another folder with its record', async () => {
  const { folder, take } = await storeToBackUp();
  const { record } = await take();
  const elsewhere = join(newFolder(), 'moved');
  renameSync(folder, elsewhere);
  expect((await backups.verify('file:', elsewhere, record.name, quietly)).verdict).toBe('proven');
});
