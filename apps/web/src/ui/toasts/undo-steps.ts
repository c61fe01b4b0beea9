export type Fail = (why: string) => void;

/** Takes an action back, and calls `fail` with the reason if that failed and can be tried again. */
export type Undo = (fail: Fail) => unknown;

/** Resolves to false if that failed and can be tried again; so does a rejection. */
type TakeBack = () => unknown;

type Step = { key: unknown; takeBack: TakeBack; isGoing: boolean; isCovered: boolean };

const stepsMax = 100;

/** The actions of this person in this page that can be taken back, the last one at the end. A reload forgets them. */
let steps: readonly Step[] = [];
let going: Promise<unknown> = Promise.resolve();

/** Remembers an action, in place of one with the same key. The returned function takes it back, once. */
export function rememberStep(takeBack: TakeBack, key: unknown = takeBack): () => void {
  const step = { key, takeBack, isGoing: false, isCovered: false };
  steps = [...without(key), step].slice(-stepsMax);
  return () => start(step);
}

/** True for an action that the key can still take back. */
export const isStep = (key: unknown): boolean => steps.some((one) => one.key === key && !one.isCovered);

/** Forgets an action that was taken back elsewhere. */
export function forgetStep(key: unknown) {
  steps = without(key);
}

/** After an action that cannot be taken back: the key takes back none before it, but their own buttons do. */
export function coverSteps() {
  for (const step of steps) step.isCovered = true;
}

export function forgetSteps() {
  steps = [];
}

/** Takes back the last action. False if there is none. */
export function takeBackLast(): boolean {
  const step = steps.findLast(({ isGoing, isCovered }) => !isGoing && !isCovered);
  if (step) start(step);
  return step !== undefined;
}

const without = (key: unknown) => steps.filter((one) => one.key !== key);

/** One after the other: an earlier action is taken back from the state before the later one. */
function start(step: Step) {
  if (step.isGoing || !steps.includes(step)) return;
  step.isGoing = true;
  going = going.then(() => run(step));
}

/** After a failure the action stays the last one, and no other is taken back before it. */
async function run(step: Step) {
  if (!step.isGoing) return;
  const isDone = await Promise.resolve()
    .then(step.takeBack)
    .then((done) => done !== false)
    .catch(() => false);
  if (isDone) steps = steps.filter((one) => one !== step);
  else for (const one of steps) one.isGoing = false;
}

/** The undo of several actions. A failure ends it; tried again, it goes on from there. */
export function oneAfterTheOther(undos: readonly Undo[]): Undo {
  const left = [...undos];
  return async (fail) => {
    let hasFailed = false;
    for (let [undo] = left; undo; [undo] = left) {
      await undo((why) => {
        hasFailed = true;
        fail(why);
      });
      if (hasFailed) return;
      left.shift();
    }
  };
}
