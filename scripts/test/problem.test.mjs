import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../problem.mjs';

test('a full disk, a folder without write access and a missing network have a cause in plain words', () => {
  for (const [output, cause] of [
    ['npm error code ENOSPC', /disk is full/],
    ['   No space left\n      on device (os error 28)', /disk is full/],
    ['Permission denied (os error 13)', /may not be written/],
    ['error sending request: client error (Connect): tcp', /registry cannot be reached/],
    ['npm error code EAI_AGAIN', /registry cannot be reached/],
  ])
    assert.match(explain(output).message, cause);
});
