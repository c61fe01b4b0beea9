import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../workspace.mjs';

const ofShop = /\b(?:plants?|audit\w*|receipts?|invitations?|first-token|staged_\w+)\b/gi;
/** The name of the product, and sentences for people about it. */
const known = /plant[-_ ]store|acknowledged plants|'plants\.db'|plants\.example/gi;

for (const name of ['engine', 'http'])
  test(`packages/${name} names nothing of the shop`, () => {
    const src = join(root, 'packages', name, 'src');
    const found = readdirSync(src, { recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...readFileSync(join(src, file), 'utf8').replaceAll(known, '').matchAll(ofShop)].map(
          ([word]) => `${file}: ${word}`,
        ),
      );
    assert.deepEqual(
      found,
      [],
      'hand it in from packages/db when a store is opened, or give it a neutral name',
    );
  });
