import { texts } from './texts.ts';

/** The token that was pasted into a form, without what is often copied along with it. */
export const tokenIn = (form: FormData): string =>
  String(form.get('token') ?? '')
    .trim()
    .replace(/^Bearer\s+/i, '');

/** Why a text cannot be a token at all: a header can hold no other characters, so neither can a token. */
export const tokenProblem = (token: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(token) ? undefined : texts.problems.badToken;
