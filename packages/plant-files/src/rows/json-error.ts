const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-])|true|false|null))/uy;

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'next';

/** Counted from 1; after the last character if the text ends too early. JavaScript engines differ in this place. */
export function jsonErrorColumn(text: string): number {
  const open: string[] = [];
  let expected: Expected | undefined = 'value';
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at;
    const [, mark, string] = token.exec(text) ?? [];
    expected = token.lastIndex === 0 ? undefined : follow(expected, mark ?? (string ? '"' : '0'), open);
    if (!expected) return at + (/^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0) + 1;
  }
}

function follow(expected: Expected, kind: string, open: string[]): Expected | undefined {
  if (expected === 'colon') return kind === ':' ? 'value' : undefined;
  if (expected === 'next' && kind === ',' && open.length > 0) return open.at(-1) === '{' ? 'key' : 'value';
  if (expected === 'next' || expected.endsWith('end')) {
    const closed = (kind === '}' && open.at(-1) === '{') || (kind === ']' && open.at(-1) === '[');
    if (closed) open.pop();
    if (closed || expected === 'next') return closed ? 'next' : undefined;
  }
  if (expected.startsWith('key')) return kind === '"' ? 'colon' : undefined;
  if (kind === '"' || kind === '0') return 'next';
  if (kind !== '{' && kind !== '[') return undefined;
  open.push(kind);
  return kind === '{' ? 'key or end' : 'value or end';
}
