import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOfInputMethod } from '../../../src/ui/keyboard/input-method.ts';

const source = join(import.meta.dirname, '../../../src');
const guard = 'ui/keyboard/input-method.ts';

/**
 * Key handlers that get the keys of an input method: on `window`, as the guard has no earlier place, and of other events
 * than keydown, as the last keyup of a composition looks like any other.
 */
const unguarded = [
  /\bonKey(?:Up|Press)\b|['"`]key(?:up|press)['"`]/,
  /(?<!\bdocument\.)\baddEventListener\(\s*['"`]keydown['"`]/,
  /\bonkey(?:down|up|press)\b/,
];
const isUnguarded = (text: string) => unguarded.some((pattern) => pattern.test(text));

test.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])('a key with %j is of an input method: %s', (event, isOf) => expect(isOfInputMethod(event)).toBe(isOf));

test('no key handler of the page gets the keys of an input method', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const found = files.filter(
    (name) => name !== guard && isUnguarded(readFileSync(join(source, name), 'utf8')),
  );
  expect(found, 'handle keydown, by onKeyDown or on document').toEqual([]);
  expect(readFileSync(join(source, 'instrumentation-client.ts'), 'utf8')).toContain('guardInputMethods();');
});

test.each([
  "addEventListener('keydown', act)",
  'window.addEventListener("keydown", act)',
  "element.addEventListener('keyup', act)",
  '<input onKeyUp={act} />',
  '<input onKeyPress={act} />',
  'window.onkeydown = act',
])('the check finds the handler in %s', (text) => expect(isUnguarded(text)).toBe(true));

test.each(["document.addEventListener('keydown', act)", '<input onKeyDown={act} />'])(
  'the check accepts %s',
  (text) => expect(isUnguarded(text)).toBe(false),
);
