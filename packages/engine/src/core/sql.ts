import { LRUCache } from 'lru-cache';

export type Engine = 'sqlite' | 'postgresql';

/** Values of statements and rows; every integer is a `bigint`. */
export type Value = bigint | string | Uint8Array | null;

/** A statement with separate values, so that no value is read as SQL. */
export type Statement = { strings: TemplateStringsArray; values: Value[] };

/** A statement: sql`… = ${id}`. Its array of strings, always the same object (ECMA-262, 13.2.8.4), is prepared once. */
export const sql = (strings: TemplateStringsArray, ...values: Value[]): Statement => ({ strings, values });

/** Constant SQL, such as the name of a column; never input. */
export const raw = (text: string): Statement => ({
  strings: [text] as unknown as TemplateStringsArray,
  values: [],
});

/** The text of a statement. @param placeholder gives the placeholder of the value number `index`, from 1 on */
export const textOf = ({ strings }: Statement, placeholder: (index: number) => string): string =>
  strings.reduce((text, part, index) => text + placeholder(index) + part);

const isStatement = (part: Value | Statement): part is Statement =>
  typeof part === 'object' && part !== null && 'strings' in part;

/** The maximum number of prepared statements: composed conditions may have tens of thousands of texts. */
export const statementsMax = 500;

/** Each composed text, once: engines identify a statement by its `strings` object. */
const composed = new LRUCache<string, TemplateStringsArray>({ max: statementsMax });

type Part = Value | Statement;

const lastMade = new WeakMap<TemplateStringsArray, { texts: Text[]; strings: TemplateStringsArray }>();

type Text = TemplateStringsArray | undefined;
const textIn = (part: Part): Text => (isStatement(part) ? part.strings : undefined);

/** A statement from a template with statements as parts: compose`SELECT ${columns} FROM …`. */
export function compose(template: TemplateStringsArray, ...parts: Part[]): Statement {
  const last = lastMade.get(template);
  const values = last && valuesIn(parts, last.texts);
  if (values) return { strings: last.strings, values };
  const made = join(template, parts);
  lastMade.set(template, { texts: parts.map(textIn), strings: made.strings });
  return made;
}

function valuesIn(parts: Part[], texts: Text[]): Value[] | undefined {
  const values: Value[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Part;
    if (!isStatement(part)) {
      if (texts[index]) return undefined;
      values.push(part);
    } else if (part.strings !== texts[index]) return undefined;
    else if (part.values.length > 0) values.push(...part.values);
  }
  return values;
}

function join(template: TemplateStringsArray, parts: Part[]): Statement {
  const strings = [template[0] ?? ''];
  const values: Value[] = [];
  const append = (text: string) => {
    strings[strings.length - 1] += text;
  };
  parts.forEach((part, index) => {
    if (isStatement(part)) {
      append(part.strings[0] ?? '');
      strings.push(...part.strings.slice(1));
      values.push(...part.values);
    } else {
      strings.push('');
      values.push(part);
    }
    append(template[index + 1] ?? '');
  });
  // NUL separates the texts, as no statement contains NUL.
  const text = strings.join('\0');
  const known = composed.get(text);
  if (known) return { strings: known, values };
  const made = strings as unknown as TemplateStringsArray;
  composed.set(text, made);
  return { strings: made, values };
}

/** Any of these conditions, of which there is at least one. */
export const anyOf = (conditions: Statement[]): Statement =>
  compose`(${conditions.reduce((any, one) => compose`${any} OR ${one}`)})`;

export const allOf = (conditions: Statement[]): Statement =>
  conditions.reduce((all, one, index) => (index === 0 ? one : compose`${all} AND ${one}`), raw('1 = 1'));

/** An error undoes the transaction. A unit awaits nothing and has no other effects, as it may run again. */
export type Unit<Result> = () => Steps<Result>;
export type Steps<Result> = Generator<Statement, Result, unknown[]>;

/** What a unit throws to be undone and run again, as after a conflict that PostgreSQL finds (serialization_failure). */
export const conflict = (): Error =>
  Object.assign(new Error('another writer was in between'), { code: '40001' });

/** The rows of a statement within a unit: `const [row] = yield* query<Row>(sql…)`. */
export function* query<Row>(statement: Statement): Steps<Row[]> {
  return (yield statement) as Row[];
}

export function* countIn(statement: Statement): Steps<bigint> {
  const [row] = yield* query<{ count: bigint }>(statement);
  return row?.count ?? 0n;
}

export function runSteps<Result>(steps: Steps<Result>, run: (statement: Statement) => unknown[]): Result {
  let step = steps.next();
  while (!step.done) step = steps.next(run(step.value));
  return step.value;
}

export async function runStepsAsync<Result>(
  steps: Steps<Result>,
  answer: (statement: Statement) => Promise<unknown[]>,
): Promise<Result> {
  let step = steps.next();
  while (!step.done) step = steps.next(await answer(step.value));
  return step.value;
}
