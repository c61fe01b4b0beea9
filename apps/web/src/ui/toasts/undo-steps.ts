export type Undo = () => unknown;

type Step = { key: unknown; undo: Undo };

const stepsMax = 100;

/** The actions of this person in this page that can be taken back, the last one at the end. A reload forgets them. */
let steps: readonly Step[] = [];
let going: Promise<unknown> = Promise.resolve();

/** Remembers an action, in place of one with the same key. The returned function takes it back, once. */
export function rememberStep(undo: Undo, key: unknown = undo): Undo {
  const step = { key, undo };
  steps = [...steps.filter((one) => one.key !== key), step].slice(-stepsMax);
  return () => takeBack(step);
}

/** Forgets an action that is taken back elsewhere. False if it was not remembered. */
export function forgetStep(key: unknown): boolean {
  const { length } = steps;
  steps = steps.filter((one) => one.key !== key);
  return steps.length < length;
}

/** Also after an action that cannot be taken back: otherwise the one before it would be. */
export function forgetSteps() {
  steps = [];
}

/** Takes back the last action. False if there is none. */
export function takeBackLast(): boolean {
  const step = steps.at(-1);
  if (step) takeBack(step);
  return step !== undefined;
}

/** One after the other: an earlier action is taken back from the state before the later one. */
function takeBack(step: Step) {
  if (!steps.includes(step)) return;
  steps = steps.filter((one) => one !== step);
  going = going.then(step.undo).catch(() => undefined);
}
