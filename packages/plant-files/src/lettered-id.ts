import { damageToId } from './spreadsheet-damage.ts';
import { suggestionFor } from './suggestion.ts';

/**
 * Whether a text is an id of another system, such as `A-17`. False for a damaged number and for another way to write a
 * number.
 */
export const isLetteredId = (text: string): boolean =>
  /\p{L}/u.test(text) && damageToId(text) === undefined && suggestionFor('id', text) === undefined;
