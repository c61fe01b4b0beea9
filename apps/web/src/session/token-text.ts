import { texts } from './texts.ts';

/** The token in a form, without characters that are often copied with it. */
export const tokenIn = (form: FormData): string =>
  String(form.get('token') ?? '')
    .trim()
    .replace(/^Bearer\s+/i, '');

/** Why a text cannot be a token at all: a header can hold no other characters, so neither can a token. */
export const tokenProblem = (token: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(token) ? undefined : texts.problems.badToken;
