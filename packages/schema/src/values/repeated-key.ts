/** RFC 8259, section 4, leaves open which value counts. The message ends a sentence about the text. */
export class RepeatedKey extends SyntaxError {
  readonly pointer: string;

  /** @param place the place of the second one, such as `line 2, column 9` */
  constructor(key: string, path: (string | number)[], place: string) {
    const shown = JSON.stringify(key.length > 40 ? `${key.slice(0, 39).toWellFormed()}…` : key);
    super(`has the key ${shown} twice in one object, again in ${place}; send it once`);
    this.pointer = path
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
  }
}

/** Asserts that each object in a JSON text has each key once. @param value the parsed text @throws RepeatedKey */
export function assertDistinctKeys(text: string, value: unknown): void {
  let colons = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) colons += 1;
  // Each key has a colon. With more colons than keys, a key was lost, or a colon stands in a text.
  if (colons > keysIn(value)) findRepeatedKey(text);
}

function keysIn(value: unknown): number {
  // A number that is kept as it was written has no prototype.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const one of value) count += keysIn(one);
  else for (const key in value) count += 1 + keysIn((value as Record<string, unknown>)[key]);
  return count;
}

/** An open object with its keys so far, or an open array; `at` is the present key or index. */
type Level = { keys?: Set<string>; at: string | number; isKeyNext: boolean };

function findRepeatedKey(text: string) {
  const open: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const level = open.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (level?.keys && level.isKeyNext) {
        level.at = JSON.parse(text.slice(at, end)) as string;
        if (level.keys.has(level.at))
          throw new RepeatedKey(
            level.at,
            open.map((one) => one.at),
            placeOf(text, at),
          );
        level.keys.add(level.at);
        level.isKeyNext = false;
      }
      at = end - 1;
    } else if (character === '{') open.push({ keys: new Set(), at: '', isKeyNext: true });
    else if (character === '[') open.push({ at: 0, isKeyNext: false });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && level) {
      level.isKeyNext = true;
      if (typeof level.at === 'number') level.at += 1;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  const column = `column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return lines.length > 1 ? `line ${lines.length}, ${column}` : column;
}
