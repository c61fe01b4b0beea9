import { createRecent } from './recent.ts';

/** What a statement can be given, and what it gives back; `bigint` for every whole number. */
export type Value = bigint | string | Uint8Array | null;

/** One SQL statement with its values apart, so that no value is ever read as SQL. */
export type Statement = { strings: TemplateStringsArray; values: Value[] };

/**
 * A statement from a template: sql`SELECT … WHERE "id" = ${id}`. An engine prepares each template once, and knows it
 * by its strings, which are the same object every time (ECMA-262, section 13.2.8.4).
 */
export const sql = (strings: TemplateStringsArray, ...values: Value[]): Statement => ({ strings, values });

/** A part of a statement that is always the same, such as the name of a column; never anything from outside. */
export const raw = (text: string): Statement => ({
  strings: [text] as unknown as TemplateStringsArray,
  values: [],
});

/** The statement's text; `placeholder` gives what stands for the value number `index`, the first being 1. */
export const textOf = ({ strings }: Statement, placeholder: (index: number) => string): string =>
  strings.reduce((text, part, index) => text + placeholder(index) + part);

const isStatement = (part: Value | Statement): part is Statement =>
  typeof part === 'object' && part !== null && 'strings' in part;

/** How many statements are kept at hand: there are tens of thousands of ways to search for several words. */
export const statementsMax = 500;

/** The texts that were put together lately, each once: an engine knows a statement by its strings. */
const composed = createRecent<string, TemplateStringsArray>(statementsMax);

/** A statement from a template in which statements can stand as parts: compose`SELECT ${columns} FROM …`. */
export function compose(template: TemplateStringsArray, ...parts: (Value | Statement)[]): Statement {
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
  // A part can hold any character of a statement, `?` in a literal too, but never NUL.
  const text = strings.join('\0');
  const known = composed.get(text);
  if (known) return { strings: known, values };
  const made = strings as unknown as TemplateStringsArray;
  composed.set(text, made);
  return { strings: made, values };
}

/** That one of these conditions holds, of which there is at least one. */
export const anyOf = (conditions: Statement[]): Statement =>
  compose`(${conditions.reduce((any, one) => compose`${any} OR ${one}`)})`;

/** All of these conditions, or none at all where there are none. */
export const allOf = (conditions: Statement[]): Statement =>
  conditions.reduce((all, one, index) => (index === 0 ? one : compose`${all} AND ${one}`), raw('1 = 1'));
