import { afterEach, expect, test, vi } from 'vitest';
import type { ToastManager } from '../../../src/ui/toasts/toast-list.tsx';
import { toastsBy } from '../../../src/ui/toasts/toasts.tsx';
import {
  coverSteps,
  forgetStep,
  forgetSteps,
  isStep,
  oneAfterTheOther,
  rememberStep,
  takeBackLast,
} from '../../../src/ui/toasts/undo-steps.ts';

afterEach(forgetSteps);

const taken = () => new Promise((resolve) => setTimeout(resolve));

test('actions are taken back from the last one on, one after the other, and then none is left', async () => {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  rememberStep(() => done.push('add'));
  rememberStep(() => promise.then(() => done.push('edit')));
  expect([takeBackLast(), takeBackLast(), takeBackLast()]).toEqual([true, true, false]);
  await taken();
  expect(done).toEqual([]);
  resolve();
  await taken();
  expect(done).toEqual(['edit', 'add']);
});

test('an action is taken back once, by its button or by the key', async () => {
  const done: string[] = [];
  rememberStep(() => done.push('add'));
  const undo = rememberStep(() => done.push('edit'));
  undo();
  undo();
  takeBackLast();
  await taken();
  undo();
  expect([takeBackLast(), done]).toEqual([false, ['edit', 'add']]);
});

test('after an action that cannot be taken back, the one before it is, but only by its own button', async () => {
  const done: string[] = [];
  const undo = rememberStep(() => done.push('edit'));
  coverSteps();
  expect(takeBackLast()).toBe(false);
  undo();
  await taken();
  expect(done).toEqual(['edit']);
});

const raise = () => {
  throw new Error('lost');
};

test.each([
  ['rejects', () => Promise.reject(new Error('lost'))],
  ['throws', () => raise()],
  ['says so', () => false],
])(
  'an action whose undo failed stays the last one, and none before it is taken back: it %s',
  async (_, lose) => {
    const done: string[] = [];
    let isLost = true;
    rememberStep(() => done.push('add'));
    rememberStep(() => (isLost ? lose() : done.push('edit')));
    expect([takeBackLast(), takeBackLast(), takeBackLast()]).toEqual([true, true, false]);
    await taken();
    expect(done).toEqual([]);
    isLost = false;
    expect([takeBackLast(), takeBackLast(), takeBackLast()]).toEqual([true, true, false]);
    await taken();
    expect(done).toEqual(['edit', 'add']);
  },
);

test('an action replaces the one with its key, and can be forgotten by it', async () => {
  const done: string[] = [];
  rememberStep(() => done.push('one of a run'), 'run');
  rememberStep(() => done.push('the run'), 'run');
  rememberStep(() => done.push('bulk'), 7n);
  expect(isStep(7n)).toBe(true);
  forgetStep(7n);
  expect(isStep(7n)).toBe(false);
  expect([takeBackLast(), takeBackLast()]).toEqual([true, false]);
  await taken();
  expect(done).toEqual(['the run']);
});

test('the undo of several actions ends at a failure, and goes on from there', async () => {
  const done: string[] = [];
  let why: string | undefined = 'offline';
  const undo = oneAfterTheOther([
    () => done.push('one'),
    (fail) => (why === undefined ? done.push('two') : fail(why)),
    () => done.push('three'),
  ]);
  const said: string[] = [];
  const fail = (reason: string) => said.push(reason);
  await undo(fail);
  expect([done, said]).toEqual([['one'], ['offline']]);
  why = undefined;
  await undo(fail);
  expect([done, said]).toEqual([['one', 'two', 'three'], ['offline']]);
});

test('a message says why an undo failed, and its button or the key tries again', async () => {
  const shown: string[] = [];
  const buttons: (() => void)[] = [];
  const manager = {
    add: ({ title, actionProps }: { title: { props: { text: string } }; actionProps?: ButtonProps }) => {
      shown.push(title.props.text);
      if (actionProps) buttons.push(() => actionProps.onClick({ currentTarget: { blur: () => undefined } }));
      return title.props.text;
    },
    close: (id: string) => shown.splice(shown.indexOf(id), 1),
  };
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const toasts = toastsBy(async () => manager as unknown as ToastManager);
  const reasons = ['Offline.', 'Busy.', new Error('broken'), undefined];
  toasts.doneStep('Added.', (fail) => {
    const reason = reasons.shift();
    if (reason instanceof Error) throw reason;
    if (reason !== undefined) fail(reason);
  });
  await taken();
  expect(shown).toEqual(['Added.']);
  for (const expected of [['Offline.'], ['Busy.'], ['Not undone.'], []]) {
    if (expected[0] === 'Busy.') buttons.at(-1)?.();
    else takeBackLast();
    await taken();
    expect(shown).toEqual(expected);
  }
  vi.unstubAllGlobals();
});

type ButtonProps = { onClick: (event: { currentTarget: { blur: () => void } }) => void };
