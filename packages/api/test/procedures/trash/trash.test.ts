import { expect, test } from 'vitest';
import { startStore } from '../../store.ts';

test('Link headers lead through the whole trash, with each plant once', async () => {
  const { send, post } = await startStore();
  for (const id of [1, 2, 3]) {
    await post({ id, name: `plant ${id}` });
    await send(`/plants/${id}`, { method: 'DELETE' });
  }
  const found: number[] = [];
  let path: string | undefined = '/trash?limit=2';
  for (let page = 0; path && page < 4; page++) {
    const answer: Response = await send(path);
    found.push(...((await answer.json()) as { id: number }[]).map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  expect(found).toEqual([3, 2, 1]);
});
