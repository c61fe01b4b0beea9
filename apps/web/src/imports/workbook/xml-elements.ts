import { limits } from './limits.ts';
import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';
import { readXml, type XmlHandlers } from './xml.ts';

export type XmlStream = { push(text: string): void; end(): void };

/**
 * Reads the elements with one name from XML that arrives in pieces, and skips everything around them. It reads each
 * element as soon as it is complete, so a large part is never completely in memory.
 * @param root the name of the element that must end the part
 * @throws StoreError if the part is damaged or incomplete, or one element is too long
 */
export function xmlElements(element: string, root: string, handlers: XmlHandlers): XmlStream {
  const begin = new RegExp(`<(?:[\\w.-]+:)?${element}[\\s/>]`);
  const empty = new RegExp(`\\s*<(?:[\\w.-]+:)?${element}(?:\\s[^<>]*)?/>`, 'y');
  const close = `${element}>`;
  let rest = '';
  let isInside = false;
  return {
    push(text) {
      rest += text;
      if (!isInside) {
        const start = rest.search(begin);
        if (start === -1) {
          rest = rest.slice(-256);
          return;
        }
        isInside = true;
        rest = rest.slice(start);
      }
      const end = endOfEmpty(rest, endOf(rest, close), empty);
      if (end > 0) readXml(`<x>${rest.slice(0, end)}</x>`, handlers);
      rest = rest.slice(end);
      if (rest.length > limits.elementLength) throw workbookError(texts.damaged);
    },
    end() {
      if (!new RegExp(`(?:</(?:[\\w.-]+:)?${root}\\s*>|<(?:[\\w.-]+:)?${root}[^>]*/>)\\s*$`).test(rest))
        throw workbookError(texts.damaged);
    },
  };
}

/** The index at which a series of elements without content ends. */
function endOfEmpty(text: string, from: number, empty: RegExp): number {
  let end = from;
  empty.lastIndex = from;
  while (empty.test(text)) end = empty.lastIndex;
  return end;
}

/** The index after the last closing tag in the text; 0 if there is none. */
function endOf(text: string, close: string): number {
  for (let at = text.lastIndexOf(close); at > 0; at = text.lastIndexOf(close, at - 1))
    if (/<\/(?:[\w.-]+:)?$/.test(text.slice(Math.max(0, at - 64), at))) return at + close.length;
  return 0;
}
