import { Parser } from 'saxen';
import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';

export type XmlHandlers = {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Reads XML. Handlers get the names of elements without prefixes. @throws StoreError for damaged XML */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  let damage: Error | undefined;
  new Parser()
    .on('openTag', (name, attributes, decode) => {
      if (!open) return;
      const entries = Object.entries(attributes()).map(([key, value]) => [key, decode(value)]);
      open(local(name), Object.fromEntries(entries));
    })
    .on('closeTag', (name) => close?.(local(name)))
    .on('text', (value, decode) => text?.(decode(value)))
    .on('cdata', (value) => text?.(value))
    .on('error', (error) => {
      damage ??= error;
    })
    .parse(xml);
  if (damage) throw workbookError(texts.damaged);
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The text with its escaped characters, such as `_x000D_`, replaced (ECMA-376, ST_Xstring). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
