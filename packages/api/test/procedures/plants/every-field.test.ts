import { plantWriter } from '@plant-store/plant-files';
import { type NewPlant, parseJson, toJson } from '@plant-store/schema';
import { bare, fields, fullPlant, optionalFields } from '@plant-store/schema/testing/full-plant';
import { expect, test } from 'vitest';
import { importFile } from '../../imports/importing.ts';
import { startStore } from '../../store.ts';

// Stores and reads every field in each way, so a field that is only in the schema fails here.

const first = fullPlant(7n);
const second = fullPlant(7n, 'second');
const json = { 'content-type': 'application/json' };

async function fieldStore() {
  const store = await startStore();
  const sendJson = async (method: string, path: string, body?: object) => {
    const answer = await store.send(path, { method, headers: json, body: body ? toJson(body) : null });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([expect.toSatisfy((status) => status < 300), text]);
    return { headers: answer.headers, body: (text && parseJson(text)) as Record<string | number, unknown> };
  };
  const list = async (path = '/plants?sort=id') => (await sendJson('GET', path)).body;
  /** The first change in a plant's history. */
  const lastChange = async () => (await sendJson('GET', '/plants/7/history')).body[0];
  const importText = async (text: string, query = '') => {
    const { status, body } = await importFile(store, text, { query, 'content-type': 'text/plain' });
    expect([status, body.errors]).toEqual([200, body.errors]);
    return body;
  };
  return { ...store, sendJson, list, lastChange, importText };
}

const asFile = (format: 'csv' | 'ndjson', plants: NewPlant[]) => {
  const { head, lines } = plantWriter(format);
  return head + lines(plants);
};

/** The first plant with one field from the second plant. */
const changed = (field: keyof NewPlant): NewPlant => ({ ...first, [field]: second[field] });
const wire = (plants: NewPlant[]) => parseJson(toJson(plants)) as [object, object];
const [whole, other] = wire([first, second]);

test('POST stores every field, and GET and the list return it', async () => {
  const { sendJson, list } = await fieldStore();
  const { id: _, ...stored } = first;
  expect((await sendJson('POST', '/plants', first)).body).toEqual(stored);
  expect((await sendJson('GET', '/plants/7')).body).toEqual(whole);
  expect(await list()).toEqual([whole]);
});

test('PUT adds and replaces every field, and the history has both versions', async () => {
  const { sendJson, lastChange } = await fieldStore();
  expect((await sendJson('PUT', '/plants/7', first)).body).toEqual(whole);
  expect((await sendJson('PUT', '/plants/7', second)).body).toEqual(other);
  expect(await lastChange()).toMatchObject({ before: whole, plant: other });
  await sendJson('PUT', '/plants/7', bare(second));
  expect((await sendJson('GET', '/plants/7')).body).toEqual(wire([bare(second)])[0]);
});

test.for(fields)('PATCH of %s changes only this field and the ETag', async (field) => {
  const { sendJson } = await fieldStore();
  const { headers } = await sendJson('POST', '/plants', first);
  const answer = await sendJson('PATCH', '/plants/7', { [field]: second[field] });
  const [expected] = wire([changed(field)]);
  expect(answer.body).toEqual(expected);
  expect((await sendJson('GET', '/plants/7')).body).toEqual(expected);
  expect(answer.headers.get('etag')).not.toBe(headers.get('etag'));
});

test.for(optionalFields)('PATCH with null removes only %s', async (field) => {
  const { sendJson } = await fieldStore();
  await sendJson('POST', '/plants', first);
  const { [field]: _, ...expected } = whole as NewPlant;
  expect((await sendJson('PATCH', '/plants/7', { [field]: null })).body).toEqual(expected);
  expect((await sendJson('GET', '/plants/7')).body).toEqual(expected);
});

test('bulk actions store and keep every field, and an undo restores them', async () => {
  const { sendJson, list } = await fieldStore();
  const { body } = await sendJson('POST', '/plants/bulk', { plants: [first] });
  expect(body.results).toEqual([{ status: 200, plant: whole }]);
  const edit = await sendJson('POST', '/plants/bulk/edit', { ids: [7n], tag: second.tag });
  expect(await list()).toEqual(wire([changed('tag')]));
  await sendJson('POST', `/receipts/${edit.body.receipt}/undo`);
  expect(await list()).toEqual([whole]);
  const removal = await sendJson('POST', '/plants/bulk/delete', { ids: [7n] });
  await sendJson('POST', `/receipts/${removal.body.receipt}/undo`);
  expect(await list()).toEqual([whole]);
});

test('the trash keeps every field, and a restore returns all of them', async () => {
  const { sendJson, list, lastChange } = await fieldStore();
  await sendJson('POST', '/plants', first);
  await sendJson('DELETE', '/plants/7');
  expect(await list('/trash')).toMatchObject([whole]);
  expect(await lastChange()).toMatchObject({ change: 'deleted', plant: whole });
  expect((await sendJson('POST', '/plants/7/restore')).body).toEqual(whole);
  expect(await list()).toEqual([whole]);
});

test.for(['csv', 'ndjson'] as const)(
  'an import of %s adds every field, and an export contains every field',
  async (format) => {
    const { send, list, importText } = await fieldStore();
    const accept = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    const plants = [first, bare(fullPlant(8n))];
    await importText(asFile(format, plants));
    expect(await list()).toEqual(wire(plants));
    const exported = await send('/plants?sort=id', { headers: { accept } });
    // `text` is not used, as it removes the byte order mark.
    const bytes = Buffer.from(await exported.arrayBuffer());
    expect(bytes.toString()).toBe(asFile(format, plants));
    expect(bytes.toString()).toContain(first.tag);
  },
);

test.for(fields)(
  'an import treats rows that differ in %s as changes, and an undo reverses them',
  async (field) => {
    const { sendJson, list, importText } = await fieldStore();
    await sendJson('POST', '/plants', first);
    const file = asFile('ndjson', [changed(field)]);
    expect(await importText(asFile('csv', [first]))).toMatchObject({ skipped: 1 });
    expect(await importText(file)).toMatchObject({ skipped: 0, failed: 1 });
    const { updated, receipt } = await importText(file, '?duplicates=update');
    expect([updated, await list()]).toEqual([1, wire([changed(field)])]);
    await sendJson('POST', `/receipts/${receipt}/undo`);
    expect(await list()).toEqual([whole]);
  },
);

test.for(fields)('an import refuses a second row with the same id and another %s', async (field) => {
  const { importText } = await fieldStore();
  const rows = [first, first, changed(field)];
  expect(await importText(asFile('csv', rows))).toMatchObject({ created: 1, skipped: 1, failed: 1 });
});

test('an import without the columns of optional fields keeps the fields of existing plants', async () => {
  const { sendJson, list, importText } = await fieldStore();
  await sendJson('POST', '/plants', first);
  expect(await importText('id,name\n7,Fern\n', '?duplicates=update')).toMatchObject({ updated: 1 });
  expect(await list()).toEqual([{ ...whole, name: 'Fern' }]);
  expect(await list('/plants?q=fern%20tag')).toEqual([{ ...whole, name: 'Fern' }]);
});
