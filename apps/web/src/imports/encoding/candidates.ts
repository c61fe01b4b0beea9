/** Most frequent first; for East Asia with the byte pairs of common letters, by which a wrong reading shows. */
export const candidates: { encoding: string; common?: RegExp }[] = [
  { encoding: 'windows-1252' },
  { encoding: 'shift_jis', common: /^[\x82\x83\x88-\x97]/ },
  { encoding: 'gb18030', common: /^[\xb0-\xd7][\xa1-\xfe]/ },
  { encoding: 'windows-1251' },
  { encoding: 'windows-1250' },
  { encoding: 'macintosh' },
  { encoding: 'big5', common: /^[\xa4-\xc6]/ },
  { encoding: 'euc-kr', common: /^[\xb0-\xc8][\xa1-\xfe]/ },
  { encoding: 'windows-1254' },
  { encoding: 'windows-1253' },
  { encoding: 'windows-1257' },
  { encoding: 'iso-8859-2' },
  { encoding: 'koi8-u' },
  { encoding: 'euc-jp', common: /^[\xa4\xa5\xb0-\xcf][\xa1-\xfe]/ },
  { encoding: 'ibm866' },
  { encoding: 'x-mac-cyrillic' },
  { encoding: 'windows-1255' },
  { encoding: 'windows-1256' },
  { encoding: 'windows-874' },
  { encoding: 'windows-1258' },
];

/** The share of pairs of bytes that are common letters; 1 for one-byte encodings. */
export function usualShare(bytes: string, common: RegExp | undefined): number {
  // Between them, Shift_JIS has half-width letters of one byte.
  const pairs = common ? bytes.match(/[\x81-\xfe][\x40-\xfe]/g) : null;
  return pairs && common ? pairs.filter((pair) => common.test(pair)).length / pairs.length : 1;
}
