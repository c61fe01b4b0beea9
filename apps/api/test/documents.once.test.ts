import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newProject } from './project.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8');
const readme = read('README.md');

/** The shell blocks of a document that call the API. */
const callsIn = (text: string) =>
  [...text.matchAll(/```sh\n(curl [\s\S]*?)```/g)].map(([, block]) => block ?? '');

test('the calls in README, docs/requests.md and docs/tokens.md work as pasted, with the answers they show', async () => {
  const project = newProject();
  const { url } = await project.serve();
  const paste = async (block: string, id = '') => {
    // Only the port differs, since 4000 may be in use on this machine.
    const pasted = block.replaceAll('127.0.0.1:4000', new URL(url).host);
    const env = { ...process.env, id };
    return (await promisify(execFile)('bash', ['-c', pasted], { cwd: project.folder, env })).stdout;
  };
  const calls = [...callsIn(readme), ...callsIn(read('docs/requests.md'))];
  expect(calls).toHaveLength(4);
  const [add = '', list = '', find = '', importFile = ''] = calls;
  const answer = /```json\n(.*)\n```/.exec(readme)?.[1];
  expect(await paste(add)).toBe(answer);
  for (const call of [list, find])
    expect(await paste(call)).toBe('[{"id":7,"name":"Monstera deliciosa","tag":"aroid"}]');
  expect(JSON.parse(await paste(importFile))).toMatchObject({ rows: 2, created: 2, failed: 0 });

  const [make = '', tokens = '', rotate = '', revoke = ''] = callsIn(read('docs/tokens.md'));
  const { id, ...made } = JSON.parse(await paste(make));
  const value = expect.stringMatching(/^plt_/);
  expect(made).toMatchObject({ name: 'greenhouse', value });
  expect(JSON.parse(await paste(make))).toMatchObject({ id, message: expect.stringContaining('rotate') });
  expect(JSON.parse(await paste(rotate, id))).toMatchObject({ id, value });
  expect(await paste(revoke, id)).toBe('');
  const [last, first] = JSON.parse(await paste(tokens));
  expect([last.id, last.revokedAt, first.name]).toEqual([id, expect.any(String), 'first-token']);
});

test('.env.example and docs/settings.md have exactly the settings that are read', () => {
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
  const env = ['apps/api/src/settings/env.ts', 'apps/web/src/server/env.ts'].map(read).join();
  const settings = [
    ...new Set(
      names(
        env,
        /\b([A-Z]+(?:_[A-Z]+)+|HOST): (?:z$|z\.|hostSetting|portSetting\(|whole\(|quota\(|ranges\()/gm,
      ),
    ),
  ];
  expect(settings).toContain('WEB_PORT');
  expect(names(read('.env.example'), /^(?:# )?([A-Z_]+)=/gm)).toEqual(settings);
  expect(names(read('docs/settings.md'), /^\| `([A-Z_]+)` \|/gm)).toEqual(settings);
});
