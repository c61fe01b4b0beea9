import { newToken, tokens } from '@plant-store/db';
import { expect, test } from 'vitest';
import { generatedDocument as document } from '../../src/openapi/generated-document.ts';
import { startStore } from '../store.ts';

type Example = { value: { error: number; message: string } };

/** Every example of an error in the document, by its number. */
function documentedMessages(): Record<number, string> {
  const examples = Object.values(document.components?.examples ?? {}) as Example[];
  return Object.fromEntries(examples.map(({ value }) => [value.error, value.message]));
}

const withoutMoment = (message: string) =>
  message.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|in \d+ seconds?(?=,|$)/, 'a moment');

test('the examples of errors in the document are the messages of the server', async () => {
  const { db, url, post, send, rows } = await startStore();
  const strict = await startStore({ requiresIfMatch: true });
  const limited = await startStore({ limits: { reads: 60 } });
  const makeTill = (at = db) => tokens.create(at, { name: 'till', scopes: ['plants:read'] });
  const as = (value: string) => ({ authorization: `Bearer ${value}` });
  const ended = await makeTill();
  await tokens.revoke(db, { name: 'till' });
  const till = await makeTill();
  const plant = '{"id":7,"name":"Monstera deliciosa"}';
  const limitedTill = { headers: as((await makeTill(limited.db)).value) };
  await Promise.all(Array.from({ length: 60 }, () => limited.send('/plants', limitedTill)));
  const answers = [
    await limited.send('/plants', limitedTill),
    await fetch(`${url}/plants/%zz`),
    await post(''),
    await post(plant, { 'content-type': 'text/plain' }),
    await post('{"id":7}'),
    await send('/plants/7'),
    await fetch(`${url}/plants`),
    await send('/plants', { headers: as(newToken().slice(0, -1)) }),
    await send('/plants', { headers: as(ended.value) }),
    await post(plant, as(till.value)),
    await post('x'.repeat(64 * 1024 + 1)),
    await strict.send('/plants/7', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: plant,
    }),
    await send('/imports', { method: 'POST', body: 'PK\u0003\u0004[Content_Types].xml xl/workbook.xml' }),
  ];
  await post(plant);
  answers.push(
    await post(plant),
    await send('/plants/7', { method: 'DELETE', headers: { 'if-match': '"0123456789012345678901"' } }),
  );
  const fromTheBeginning = `/events?after=${'A'.repeat(32)}`;
  await send(fromTheBeginning);
  await rows(`INSERT INTO audit_entries (number, at, action, subject, hash)
    SELECT MAX(number) + 1, 0, 'plants.update', '7', 'aa' FROM audit_entries`);
  await rows("UPDATE audit_head SET number = number + 1, hash = 'aa'");
  answers.push(await send(fromTheBeginning));
  await rows('ALTER TABLE "plants" RENAME TO "gone"');
  answers.push(await send('/plants'));
  const said = (await Promise.all(answers.map((answer) => answer.json()))) as Example['value'][];

  // The server sends the omitted message only after it has waited five seconds for another program.
  const { 50300: busy, ...documented } = documentedMessages();
  expect(busy).toBeDefined();
  const spoken = said.map(({ error, message }) => [error, withoutMoment(message)]);
  const written = Object.entries(documented).map(([error, message]) => [error, withoutMoment(message)]);
  expect(Object.fromEntries(spoken)).toEqual(Object.fromEntries(written));
});
