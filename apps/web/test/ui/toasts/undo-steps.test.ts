import { afterEach, expect, test } from 'vitest';
import { forgetStep, forgetSteps, rememberStep, takeBackLast } from '../../../src/ui/toasts/undo-steps.ts';

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

test('an action is taken back once, by its button or by the key, and one that fails stops no other', async () => {
  const done: string[] = [];
  rememberStep(() => done.push('add'));
  const undo = rememberStep(() => {
    done.push('edit');
    throw new Error('lost');
  });
  undo();
  undo();
  takeBackLast();
  await taken();
  expect(done).toEqual(['edit', 'add']);
});

test('an action replaces the one with its key, and can be forgotten by it', async () => {
  const done: string[] = [];
  rememberStep(() => done.push('one of a run'), 'run');
  rememberStep(() => done.push('the run'), 'run');
  rememberStep(() => done.push('bulk'), 7n);
  expect([forgetStep(7n), forgetStep(7n)]).toEqual([true, false]);
  expect([takeBackLast(), takeBackLast()]).toEqual([true, false]);
  await taken();
  expect(done).toEqual(['the run']);
});
