import { readXml } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** A named reference from one part to another: the last word of its type, and the name of the other part. */
export type Relationship = { id: string; type: string; part: string };

/** The relationships of a part (ECMA-376 part 2, 9.3); of the whole file for the name ''. */
export async function relationshipsOf(parts: ZipParts, name: string): Promise<Relationship[]> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const list = `${folder}_rels/${name.slice(folder.length)}.rels`;
  const found: Relationship[] = [];
  if (!parts.has(list)) return found;
  readXml(await textOf(parts, list), {
    open(element, { Id = '', Type = '', Target = '' }) {
      if (element !== 'Relationship') return;
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: partOf(Target, folder) });
    },
  });
  return found;
}

export async function textOf(parts: ZipParts, name: string): Promise<string> {
  const pieces: string[] = [];
  await parts.read(name, { push: (text) => void pieces.push(text), end: () => undefined });
  return pieces.join('');
}

/** The name of the part at a target, which may be relative to a folder. */
function partOf(target: string, folder: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/'))
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  return path.join('/').toLowerCase();
}
