import { bareId } from '@plant-store/schema';
import { scannedText } from './scanned-text.ts';

/**
 * The address in a text: its host, and the id in the address of a plant, which labels have as a QR code. A store is also
 * known under a prefix, such as `/api`. Codes in capital letters are smaller, so some labels have them.
 */
export function addressIn(text: string): { host: string; id: string | undefined } | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  try {
    const { host, pathname } = new URL(text);
    return { host, id: /\/plants\/(-?\d+)\/?$/i.exec(pathname)?.[1] };
  } catch {
    return undefined;
  }
}

/** The id in the address of a plant in this store, whose host is `host`; `undefined` for any other text. */
export function plantHere(text: string, host: string): string | undefined {
  const address = addressIn(bareId(scannedText(text)));
  return address?.host === host ? address.id : undefined;
}
