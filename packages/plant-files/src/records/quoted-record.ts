/** How a file writes a quotation mark inside a quoted cell: twice (RFC 4180), or after a backslash. */
export type QuoteEscape = 'doubled' | 'backslash';

/** A complete record. `isMarked` is true if an unquoted cell holds a mark, which RFC 4180 does not allow. */
export type Row = { cells: string[]; end: number; quoteEscape?: QuoteEscape | undefined; isMarked?: boolean };
type Open = { openCell: number };
export type Broken = { cell: number; at: number; fault: 'textAfter' | 'unquoted' | 'noEnd' };

export type Cut = Row | Open | Broken;

/**
 * As in spreadsheets, only a mark at the beginning of a cell opens a quoted cell (RFC 4180, 2): `12" pot` is plain
 * text. @param markedEnd a record that goes beyond this place must have no mark in an unquoted cell
 */
export function cutQuotedRecord(
  text: string,
  start: number,
  isLast: boolean,
  { delimiter, newline }: { delimiter: string; newline: string },
  quoteEscape: QuoteEscape,
  markedEnd: number,
): Cut {
  const delimiterCode = delimiter.charCodeAt(0);
  const newlineCode = newline.charCodeAt(0);
  const cells: string[] = [];
  let hasInnerMark = false;
  let firstMark = -1;
  for (let at = start; ; at++) {
    const cell = at;
    const first = afterSpaces(text, at, delimiterCode);
    if (text.charCodeAt(first) === quoteCode) {
      const quoted = quotedText(text, first + 1, quoteEscape);
      if (!quoted) return isLast ? { cell, at: text.length, fault: 'noEnd' } : { openCell: cell };
      cells.push(quoted.content);
      hasInnerMark ||= quoted.hasInnerMark;
      at = afterSpaces(text, quoted.end, delimiterCode);
      const isReturn = text[at] === '\r' && newline === '\n';
      if (isReturn) while (text[at] === '\r') at++;
      // Two quotation marks stand for one, and the next character may be the second.
      if (at === text.length && !isLast) return { openCell: cell };
      const isEnd = at === text.length || text[at] === newline;
      if (!isEnd && (text[at] !== delimiter || isReturn))
        return { cell, at: quoted.end - 1, fault: 'textAfter' };
    } else {
      let mark = -1;
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === delimiterCode || code === newlineCode) break;
        if (code === quoteCode && mark === -1) mark = at;
      }
      if (at === text.length && !isLast) return { openCell: cell };
      const isEnd = text[at] !== delimiter;
      const content = text.slice(cell, isEnd && text[at - 1] === '\r' ? Math.max(cell, at - 1) : at);
      if (mark !== -1) {
        if (hasLoneMark(content, mark - cell)) return { cell, at: mark, fault: 'unquoted' };
        if (firstMark === -1) firstMark = mark;
      }
      cells.push(content);
    }
    if (firstMark !== -1 && at > markedEnd) return { cell, at: firstMark, fault: 'unquoted' };
    if (text[at] !== delimiter)
      return {
        cells,
        end: at,
        quoteEscape: hasInnerMark ? quoteEscape : undefined,
        isMarked: firstMark !== -1,
      };
  }
}

const quoteCode = 0x22;

/** The place after the spaces at `at`: all white space but line breaks and the delimiter, which may be a tab. */
function afterSpaces(text: string, at: number, delimiterCode: number): number {
  let end = at;
  for (; ; end++) {
    const code = text.charCodeAt(end);
    if (code === 0x20) continue;
    const isSpace = code === 9 || (code >= 0xa0 && /\s/.test(text.charAt(end)));
    if (!isSpace || code === delimiterCode) return end;
  }
}

function quotedText(text: string, start: number, quoteEscape: QuoteEscape) {
  let content = '';
  let hasInnerMark = false;
  for (let from = start; ; ) {
    const mark = text.indexOf('"', from);
    if (mark === -1) return undefined;
    const isInner =
      quoteEscape === 'doubled' ? text.charCodeAt(mark + 1) === quoteCode : isEscaped(text, from, mark);
    if (!isInner) {
      content += text.slice(from, mark);
      return {
        content: quoteEscape === 'doubled' ? content : unescaped(content),
        end: mark + 1,
        hasInnerMark,
      };
    }
    hasInnerMark = true;
    content += text.slice(from, mark + 1);
    from = quoteEscape === 'doubled' ? mark + 2 : mark + 1;
  }
}

function isEscaped(text: string, from: number, mark: number): boolean {
  let at = mark;
  while (at > from && text[at - 1] === '\\') at--;
  return (mark - at) % 2 === 1;
}

const unescaped = (text: string) => text.replaceAll(/\\(["\\])/g, '$1');

// In `12" pot` a mark is the sign for inches, and inside a word it is a letter of Hebrew. Any other may belong to a
// text that begins or ends in another cell.
function hasLoneMark(text: string, first: number): boolean {
  let count = 0;
  for (let at = first; at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  const before = text.charCodeAt(first - 1);
  // The usual case, a digit, needs no regular expression.
  return count % 2 === 1 && !(before >= 0x30 && before <= 0x39) && !/\p{N} ?"|\p{L}"\p{L}/u.test(text);
}
