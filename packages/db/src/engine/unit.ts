import type { Statement } from './statement.ts';

/**
 * Statements that are made together or not at all: a generator that yields each one, is given its rows, and returns
 * what the whole gives. What it throws undoes all of them. It must await nothing and do nothing but ask, as it may be
 * run again where the database asks for another try.
 */
export type Unit<Result> = () => Steps<Result>;
export type Steps<Result> = Generator<Statement, Result, unknown[]>;

/** The rows of a statement, within a unit: `const [row] = yield* ask<Row>(sql…)`. */
export function* ask<Row>(statement: Statement): Steps<Row[]> {
  return (yield statement) as Row[];
}

/** Runs steps to their end with what gives a statement's rows at once. */
export function runSteps<Result>(steps: Steps<Result>, run: (statement: Statement) => unknown[]): Result {
  let step = steps.next();
  while (!step.done) step = steps.next(run(step.value));
  return step.value;
}

/** The same with what gives them later. */
export async function answerSteps<Result>(
  steps: Steps<Result>,
  answer: (statement: Statement) => Promise<unknown[]>,
): Promise<Result> {
  let step = steps.next();
  while (!step.done) step = steps.next(await answer(step.value));
  return step.value;
}
