import { expect, test } from 'vitest';
import { newProject } from './project.ts';
import { firstToken } from './requests.ts';

test('seed fills a new store, and later adds missing plants while a server runs', async () => {
  const project = newProject();
  const first = await project.runAlone('seed', ['30']);
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(first.stdout).toMatch(
    /^Added 30 plants, with ids from 1001 on\. 0 ids had a plant already\.\nNext: .*npm start/,
  );

  const server = await project.serve();
  const headers = { authorization: `Bearer ${firstToken(project)}` };
  const found = async (query: string) => {
    const answer = await fetch(`${server.url}/plants?limit=100&${query}`, { headers });
    return (await answer.json()) as { id: number; name: string }[];
  };
  expect(await found('')).toHaveLength(30);
  const again = await project.run('seed', ['45', '--json']);
  expect(JSON.parse(again.stdout)).toEqual({ created: 15, skipped: 30, receipt: expect.any(String) });
  expect(await found('')).toHaveLength(45);
  expect((await found('q=wisteria')).map(({ id, name }) => [id, name])).toEqual([
    [1040, 'Wisteria sinensis 9 cm'],
  ]);
  expect((await project.run('audit', ['verify'])).exitCode).toBe(0);
});

test('a second seed with the same count adds nothing', async () => {
  const project = newProject();
  await project.run('seed', ['5']);
  const { stdout } = await project.run('seed', ['5', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ created: 0, skipped: 5 });
});
