import { texts } from './texts.ts';

/** The token in a form, without characters that are often copied together with a token. */
export const tokenIn = (form: FormData): string =>
  String(form.get('token') ?? '')
    .trim()
    .replace(/^Bearer\s+/i, '');

/** The reason why a text cannot be a token: it contains a character that no header can contain. */
export const tokenProblem = (token: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(token) ? undefined : texts.problems.badToken;
