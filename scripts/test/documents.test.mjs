import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../workspace.mjs';

const documents = spawnSync(
  'find',
  ['.', '-name', 'node_modules', '-prune', '-o', '-name', '*.md', '-print'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .stdout.split('\n')
  .filter((path) => path && !path.startsWith('./.'));

/** The text of a document without its blocks of code. */
const textOf = (path) => readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '');

/** The anchors that GitHub makes of the headings. */
const anchorsOf = (path) =>
  [...textOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link between documents leads to a file, and to a heading of it', () => {
  const broken = documents.flatMap((document) =>
    [...textOf(join(root, document)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)]
      .filter(([, file, anchor]) => {
        const path = file ? join(root, dirname(document), file) : join(root, document);
        if (!existsSync(path)) return true;
        return anchor && !(statSync(path).isFile() && anchorsOf(path).includes(anchor));
      })
      .map(([link]) => `${document}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('each version in CHANGELOG.md has its date, below what is not released', () => {
  const headings = textOf(join(root, 'CHANGELOG.md')).match(/^## .*$/gm);
  assert.equal(headings.shift(), '## Unreleased');
  assert.equal(headings.at(-1), '## 1.0.0, 2026-11-26');
  for (const heading of headings) assert.match(heading, /^## \d+\.\d+\.\d+, \d{4}-\d\d-\d\d$/);
});

test('every decision has its date and its status', () => {
  const decisions = documents.filter((path) => path.startsWith('./docs/decisions/'));
  assert.ok(decisions.length > 30);
  const line = /^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \[\d{4}\]\([^)]+\.md\))/m;
  assert.deepEqual(
    decisions.filter((path) => !line.test(textOf(join(root, path)))),
    [],
  );
});
