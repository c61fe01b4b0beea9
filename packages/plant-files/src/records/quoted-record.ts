/** The cells of a record and its end, or the start of a quoted cell that continues after the text. */
export type Cut = { cells: string[]; end: number } | { openCell: number };

/**
 * Cuts the record at `start` into cells, which may be quoted (RFC 4180, section 2). As in spreadsheets, only a
 * quotation mark at the beginning of a cell opens a quoted cell: `12" pot` is plain text. Text after the closing mark
 * belongs to the cell.
 */
export function quotedRecord(
  text: string,
  start: number,
  isLast: boolean,
  delimiter: string,
  newline: string,
): Cut {
  const cells: string[] = [];
  for (let at = start; ; at++) {
    const openCell = at;
    let content = '';
    if (text.charCodeAt(at) === quoteCode) {
      const quoted = quotedText(text, at + 1);
      if (!quoted) return { openCell };
      content = quoted.content;
      at = quoted.end;
    }
    const from = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== newline) at++;
    // Two quotation marks stand for one, and the next character may be the second.
    if (at === text.length && !isLast) return { openCell };
    const isEnd = text[at] !== delimiter;
    cells.push(content + text.slice(from, isEnd && text[at - 1] === '\r' ? Math.max(from, at - 1) : at));
    if (isEnd) return { cells, end: at };
  }
}

const quoteCode = 0x22;

/** The text before the closing quotation mark, and the place after the mark; `undefined` without a closing mark. */
function quotedText(text: string, start: number) {
  let content = '';
  for (let from = start; ; ) {
    const close = text.indexOf('"', from);
    if (close === -1) return undefined;
    if (text.charCodeAt(close + 1) !== quoteCode)
      return { content: content + text.slice(from, close), end: close + 1 };
    content += text.slice(from, close + 1);
    from = close + 2;
  }
}
