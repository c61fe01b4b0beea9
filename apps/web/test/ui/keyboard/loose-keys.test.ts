import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isScanEnd, LooseKeys, type Place } from '../../../src/ui/keyboard/loose-keys.ts';

const did: string[] = [];
let keys: LooseKeys;
let at = 0;
let place: Place;
let takesFields = false;

beforeEach(() => {
  vi.useFakeTimers();
  did.length = 0;
  at = 0;
  place = 'page';
  keys = new LooseKeys((text) => did.push(`typed ${text}`));
  keys.addShortcut('n', () => did.push('new'));
  keys.addShortcut('/', () => did.push('search'));
  takesFields = false;
  keys.addScan(({ text, endKey, isInField }) => {
    did.push(`${text} ${endKey}`);
    return !isInField || takesFields;
  });
});
afterEach(() => vi.useRealTimers());

/** Presses keys, each after a pause in ms. */
function press(pauseMs: number, ...pressed: string[]) {
  return pressed.map((key) => {
    vi.advanceTimersByTime(pauseMs);
    at += pauseMs;
    return keys.press({ key, timeStamp: at }, place);
  });
}

test.each([
  ['47', 'Enter'],
  ['4711', 'Tab'],
  ['/n7', 'Enter'],
  [']C1n', 'Enter'],
  ['PL 7', 'Enter'],
])('keys at most 50 ms apart that end with Enter or Tab are a scan: %s', (text, end) => {
  expect(press(50, ...text, end).slice(1)).toEqual(Array(text.length).fill('all'));
  vi.runAllTimers();
  expect(did).toEqual([`${text} ${end}`]);
});

test.each([
  ['with CapsLock', { key: 'N', code: 'KeyN' }, ['new']],
  ['in Cyrillic', { key: 'т', code: 'KeyN' }, ['new']],
  ['in Cyrillic, with CapsLock', { key: 'Т', code: 'KeyN' }, ['new']],
  ['in Thai', { key: 'ื', code: 'KeyN' }, ['new']],
  ['on a Dvorak keyboard', { key: 'n', code: 'KeyL' }, ['new']],
  ['of another key of a Dvorak keyboard', { key: 'b', code: 'KeyN' }, []],
  ['of a punctuation mark at the place of a letter', { key: '/', code: 'KeyQ' }, ['search']],
  ['of an accented letter', { key: 'ñ', code: 'KeyN' }, []],
  ['with Shift', { key: 'N', code: 'KeyN', shiftKey: true }, []],
])('a single key is known %s', (_, key, expected) => {
  keys.press({ ...key, timeStamp: 0 });
  vi.runAllTimers();
  expect(did).toEqual(expected);
});

test('no scan begins with a space, which presses a focused button', () => {
  expect(press(1, ' ', 'n')).toEqual(['none', 'default']);
  vi.runAllTimers();
  expect(did).toEqual(['new']);
});

test('a scan may follow a scan at once', () => {
  press(1, '4', '7', 'Enter', '4', '8', 'Tab');
  expect(did).toEqual(['47 Enter', '48 Tab']);
});

test.each([
  ['within it', '47', '11'],
  ['before its last key', '471', '1'],
  ['after its first key', '4', '711'],
])('a scan that stops shortly %s keeps its beginning', (_place, begin, rest) => {
  press(10, ...begin);
  vi.advanceTimersByTime(190);
  at += 190;
  press(10, ...rest, 'Enter', '4', '8', 'Enter');
  expect(did).toEqual(['4711 Enter', '48 Enter']);
});

test('keys from before a longer pause are not of the scan', () => {
  press(10, '9', '9');
  vi.advanceTimersByTime(250);
  at += 250;
  press(10, '4', '7', 'Enter');
  expect(did).toEqual(['47 Enter']);
});

test('the key of a shortcut is not of the scan after it', () => {
  press(60, 'n');
  press(60, '4');
  press(10, '7', 'Enter');
  expect(did).toEqual(['new', '47 Enter']);
});

test.each([
  ['Enter after a stop', 100, 'Enter'],
  ['an arrow', 10, 'ArrowDown'],
])('%s ends no scan', (_what, pauseMs, key) => {
  press(10, '4', '7');
  expect(press(pauseMs, key)).toEqual(['none']);
  expect(did).toEqual([]);
});

test('in a form a scan counts and no shortcut, and the first key is for the form', () => {
  place = 'form';
  expect(press(10, 'n', '7', 'Enter')).toEqual(['none', 'all', 'all']);
  press(60, 'n');
  vi.runAllTimers();
  expect(did).toEqual(['n7 Enter']);
});

test('in a dialog the end of a scan presses nothing, and neither scan nor shortcut counts', () => {
  place = 'dialog';
  expect(press(10, 'n', '7', 'Enter')).toEqual(['none', 'all', 'all']);
  expect(press(60, 'n', 'Enter')).toEqual(['none', 'none']);
  vi.runAllTimers();
  expect(did).toEqual([]);
});

test('in a field all keys stay text, no key is a shortcut, and the end of a scan is noticed', () => {
  place = 'field';
  expect(press(60, 'n', '/', 'ArrowLeft')).toEqual(['none', 'none', 'none']);
  expect(press(10, ...']Q3 47', 'Enter')).toEqual(Array(7).fill('none'));
  takesFields = true;
  expect(press(10, '4', '8', 'Tab')).toEqual(['none', 'none', 'all']);
  // A person types.
  expect(press(60, '4', '7', 'Enter')).toEqual(['none', 'none', 'none']);
  vi.runAllTimers();
  expect(did).toEqual([']Q3 47 Enter', '48 Tab']);
});

test.each([
  ['Enter', false, true],
  ['j', true, true],
  ['M', true, true],
  ['d', true, true],
  ['j', false, false],
  ['c', true, false],
  ['Tab', false, false],
  ['ь', true, true, 'KeyM'],
  ['с', true, false, 'KeyC'],
])('%s with Ctrl %s ends a scan: %s', (key, ctrlKey, isEnd, code = '') => {
  expect(isScanEnd({ key, ctrlKey, code })).toBe(isEnd);
});

test('a scan may end with CR as a control character', () => {
  press(10, '4', '7');
  expect(keys.press({ key: 'm', ctrlKey: true, timeStamp: at + 10 }, place)).toBe('all');
  expect(did).toEqual(['47 m']);
});

test('a shortcut waits for 50 ms, in which a scan could go on', () => {
  expect(press(0, 'n')).toEqual(['default']);
  vi.advanceTimersByTime(50);
  expect(did).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(did).toEqual(['new']);
});

test('keys more than 50 ms apart are no scan, and each is its shortcut', () => {
  expect(press(51, '4', '7', 'Enter', 'n', '/', 'Enter')).toEqual([
    'none',
    'none',
    'none',
    'default',
    'default',
    'none',
  ]);
  expect(did).toEqual(['new', 'search']);
});

test('Enter at once after one key is no scan, and comes after the shortcut', () => {
  expect(press(1, 'n', 'Enter')).toEqual(['default', 'none']);
  expect(did).toEqual(['new']);
});

test('keys that follow a shortcut fast are typed where the shortcut leads, and are no shortcuts', () => {
  press(40, '/', 'm', 'o', 'n');
  vi.runAllTimers();
  expect(did).toEqual(['search', 'typed mon']);
});

test('fast keys without a shortcut and without an end do nothing', () => {
  press(40, '4', 'n', '/');
  vi.runAllTimers();
  expect(did).toEqual([]);
});

test('another key, such as an arrow, ends the keys before it', () => {
  expect(press(10, 'n', 'ArrowDown', 'Enter')).toEqual(['default', 'none', 'none']);
  expect(did).toEqual(['new']);
});

test('a page that was busy during the pause still sees the pause', () => {
  press(0, 'n');
  // No timer has run yet.
  keys.pause(at + 51);
  expect(did).toEqual(['new']);
});

test('a removed shortcut and a removed scan do nothing', () => {
  keys.addShortcut('x', () => did.push('x'))();
  press(0, 'x');
  vi.runAllTimers();
  expect([did, keys.isUsed]).toEqual([[], true]);
});
