import { isUnclearId, writtenId } from '@plant-store/plant-files';
import { bareId, IdText, NewPlantText } from '@plant-store/schema';
import * as z from 'zod/mini';
import { addressIn } from './plant-address.ts';
import { scannedText } from './scanned-text.ts';
import { texts } from './texts.ts';

/**
 * The id in a text that was typed, pasted or scanned, as its field shows it: `1234` for `１２３４`, `#1234`, `1,234` and the
 * address of the plant in this store. Any other text stays, without the additions of a scanner.
 * @param host the host of this store, as the browser knows it
 */
export function typedId(text: string, host: string): string {
  const scan = scannedText(text);
  const address = addressIn(bareId(scan));
  const isClear = address ? address.host === host : !isUnclearId(scan);
  return (isClear && possibleId(scan)) || scan;
}

/** An id that a refused text may mean, such as 1234 for `1.234`, or 7 for the address of plant 7 under another host. */
export function possibleId(text: string): string | undefined {
  const id = addressIn(bareId(text))?.id ?? writtenId(text);
  return id !== undefined && IdText.safeParse(id).success ? id : undefined;
}

/**
 * NewPlantText in the form. It takes each id that the field will show in digits, so `1,234` is no error before the person
 * leaves the field. An address that is still in Id is not that of a plant in this store.
 */
export const FormPlant = z.extend(NewPlantText, {
  id: z.pipe(
    z.string().check(
      z.overwrite((text) => typedId(text, globalThis.location?.host ?? '')),
      (ctx) => {
        const address = addressIn(bareId(ctx.value));
        if (address)
          ctx.issues.push({ code: 'custom', message: texts.otherAddress(address.host), input: ctx.value });
      },
    ),
    NewPlantText.shape.id,
  ),
});
