import { damageToId } from './spreadsheet-traces.ts';
import { suggestionFor } from './suggestion.ts';

/** True for an id of another system, such as `A-17`. It is false for a number that was damaged or written differently. */
export const isLetteredId = (text: string): boolean =>
  /\p{L}/u.test(text) && damageToId(text) === undefined && suggestionFor('id', text) === undefined;
