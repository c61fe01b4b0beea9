import { texts } from './texts.ts';

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '');

/** The token in a form, without characters that are often copied together with a token. */
export const tokenIn = (form: FormData): string =>
  textIn(form, 'token')
    .trim()
    .replace(/^Bearer\s+/i, '');

/** The reason why a text is no token: it has a character that headers cannot contain. */
export const tokenProblem = (token: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(token) ? undefined : texts.problems.badToken;
