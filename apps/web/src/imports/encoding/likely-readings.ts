import { isEncodingUnclear, openPlantFile, textIn } from '@plant-store/plant-files';
import { piecesOf, readingOf } from '../file/file-reading.ts';
import { likelihoodOf, usualShare } from './likelihood.ts';
import { candidates } from './texts.tsx';

export type Reading = { encoding: string; names: string[] };

const readingsMax = 6;
const namesMax = 3;
/** A reading that is less likely than the best one by this is not shown: its letters make no words. */
const unlikelyBy = 2;
/** The number of names by which an encoding is judged, and the bytes of all of them and of the longest. */
const sampleMax = 200;
const sampleBytes = 8_192;
const nameBytes = 1_024;

/** The likeliest first; encodings that read the names alike are one reading. `undefined` without a choice. */
export async function likelyReadings(file: File): Promise<Reading[] | undefined> {
  if (!(await isEncodingUnclear(piecesOf(file)).catch(() => false))) return undefined;
  const sample = await sampleOf(file);
  if (sample === '') return undefined;
  const bytes = Uint8Array.from(sample, byteOf);
  const latin1 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const found = new Map<string, { encoding: string; likelihood: number }>();
  for (const encoding of candidates) {
    const text = await textIn(encoding, bytes);
    if (text === undefined || found.has(text)) continue;
    found.set(text, { encoding, likelihood: likelihoodOf(text, usualShare(latin1, encoding)) });
  }
  const sorted = [...found].sort(([, one], [, other]) => other.likelihood - one.likelihood);
  const [best] = sorted;
  if (!best) return undefined;
  return sorted
    .filter(([, { likelihood }]) => likelihood > best[1].likelihood - unlikelyBy)
    .slice(0, readingsMax)
    .map(([text, { encoding }]) => ({ encoding, names: text.split('\n').slice(0, namesMax) }));
}

/** Gives each byte above 127 a character of its own, so that the text is its bytes. */
const asBytes = 'x-user-defined';
const byteOf = (character: string): number => character.charCodeAt(0) & 0xff;
const isForeign = (text: string): boolean => /[^\0-\x7f]/.test(text);
const isUsable = (text: string): boolean => text.length <= nameBytes && isForeign(text);

/** Names with letters that are not ASCII, one a line, as bytes; those with letters that no earlier name has come first. */
async function sampleOf(file: File): Promise<string> {
  const names = await foreignNames(file).catch(() => []);
  const texts = names.length > 0 ? names : await foreignTexts(file);
  const seen = new Set<string>();
  const fresh = texts.filter((text) => {
    const before = seen.size;
    for (const character of text) if (isForeign(character)) seen.add(character);
    return seen.size > before;
  });
  let sample = '';
  for (const text of new Set([...fresh, ...texts])) {
    const line = text.replaceAll(/[\r\n]+/g, ' ');
    if (sample.length + line.length < sampleBytes) sample += sample === '' ? line : `\n${line}`;
  }
  return sample;
}

/** @throws StoreError if the columns are unclear, or the file is unreadable for another reason */
async function foreignNames(file: File): Promise<string[]> {
  const options = { ...readingOf(file, {}), encoding: asBytes };
  const { header, batches } = await openPlantFile(piecesOf(file), options);
  const names: string[] = [];
  for await (const rows of batches) {
    const found = rows.map(({ cells, plant }) =>
      header.format === 'csv' ? cells[header.mapping.name] : plant?.name,
    );
    names.push(...found.flatMap((name = '') => (isUsable(name) ? [name] : [])));
    if (names.length >= sampleMax) break;
  }
  return names.slice(0, sampleMax);
}

/** All texts of a file between delimiters, marks and line breaks; of a long text its words. */
async function foreignTexts(file: File): Promise<string[]> {
  const decoder = new TextDecoder(asBytes);
  const texts: string[] = [];
  let rest = '';
  for await (const piece of piecesOf(file)) {
    const parts = (rest + decoder.decode(piece)).split(/[\t\r\n",;|]+/);
    rest = parts.pop() ?? '';
    texts.push(...parts.flatMap(wordsOfLong).filter(isUsable));
    if (texts.length >= sampleMax) break;
  }
  return [...texts, ...wordsOfLong(rest).filter(isUsable)].slice(0, sampleMax);
}

/** No character of several bytes has one of these, so no character is cut. */
const wordsOfLong = (text: string): string[] => (text.length > nameBytes ? text.split(/[\0-/]+/) : [text]);
