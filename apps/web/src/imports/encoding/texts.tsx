import { Bdi } from '../../ui/text/bdi.tsx';
import { phrase } from '../../ui/text/phrase.ts';

/** The encodings that a file may have, most frequent first. */
const guessed = {
  'windows-1252': 'Western European (Windows-1252)',
  shift_jis: 'Japanese (Shift_JIS)',
  gb18030: 'Chinese, simplified (GB 18030)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1250': 'Central European (Windows-1250)',
  macintosh: 'Western European, old Mac (MacRoman)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1257': 'Baltic (Windows-1257)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'koi8-u': 'Cyrillic (KOI8)',
  'euc-jp': 'Japanese (EUC-JP)',
  ibm866: 'Cyrillic, DOS (IBM 866)',
  'x-mac-cyrillic': 'Cyrillic, old Mac (MacCyrillic)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-874': 'Thai (Windows-874)',
  'windows-1258': 'Vietnamese (Windows-1258)',
};

export const candidates = Object.keys(guessed);

const names: Record<string, string> = { 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', ...guessed };
const nameOf = (encoding: string): string => names[encoding] ?? encoding;

export const texts = {
  nameOf,
  title: (readings: number) => (readings === 1 ? 'Are these names right?' : 'Which names are right?'),
  intro: (file: string) =>
    phrase`${<Bdi text={file} />} does not say how it stores letters beyond A to Z. Choose the reading in which the names are right.`,
  readings: 'Readings',
  none: 'None is right? Save the file as UTF-8 (in Excel “CSV UTF-8”), and choose it again.',
  note: (encoding: string) => `Read as ${nameOf(encoding)}.`,
};
