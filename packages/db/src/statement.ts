/** What a statement can be given, and what it gives back; `bigint` for every whole number. */
export type Value = bigint | string | Date | null;

/** One SQL statement with its values apart, so that no value is ever read as SQL. */
export type Statement = { strings: TemplateStringsArray; values: Value[] };

/**
 * A statement from a template: sql`SELECT … WHERE "id" = ${id}`. An engine prepares each template once, and knows it
 * by its strings, which are the same object every time (ECMA-262, section 13.2.8.4).
 */
export const sql = (strings: TemplateStringsArray, ...values: Value[]): Statement => ({ strings, values });

/** The statement's text; `placeholder` gives what stands for the value number `index`, the first being 1. */
export const textOf = ({ strings }: Statement, placeholder: (index: number) => string): string =>
  strings.reduce((text, part, index) => text + placeholder(index) + part);
