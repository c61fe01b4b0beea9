import { bareId } from '@plant-store/schema/plants';

const prefix =
  /^(?:#|№|n°|(?:plant|pflanze)?[ -]?(?:id|nr|no|num|number|nummer)|plant|pflanze)[\s.:#-]*(?=\d)/i;

/** Above this length no text is an id; to normalize 60,000 marks after a letter would take seconds. */
const lengthMax = 1_000;

/** The digits of an id in another notation: `#7`, `ID 7`, `7.0`, `1 234` or `="7"`; `undefined` for any other text. */
export function writtenId(text: string): string | undefined {
  // Compatibility decomposition would make 72 of `7²`, an id with a footnote mark.
  if (text.length > lengthMax || /\p{No}/u.test(text)) return undefined;
  const bare = bareId(text.normalize('NFKC'))
    .replace(/^=?(["'])(.*)\1$/, '$2')
    .replace(/^'/, '')
    .trim()
    .replace(prefix, '')
    .replace(/\u2212/, '-');
  if (/^[+-]?\d{1,3}([ .,'’_])\d{3}(?:\1\d{3})*$/.test(bare)) return bare.replaceAll(/[ .,'’_]/g, '');
  const whole = /^([+-]?\d+)(?:[.,]0*)?$/.exec(bare)?.[1];
  return whole === text ? undefined : whole;
}

/** Whether a person can read the text as another number too: the dot in `1.234` groups digits, or is a decimal point. */
export const isUnclearId = (text: string): boolean => /(?:^|[^.\d])\d{1,3}\.\d{3}\D*$/.test(bareId(text));
