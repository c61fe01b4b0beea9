import { storedSetting } from './stored-setting.ts';

/** Where numbers have a decimal comma, spreadsheets open only files with semicolons in columns. */
const setting = storedSetting('plant-store-csv-semicolons', hasDecimalComma());
export const { useIsOn: useSemicolons, set: setSemicolons } = setting;

export const asChosen = async (file: Blob): Promise<Blob> => (setting.isOn() ? withSemicolons(file) : file);

/** True if numbers of a language, by default that of the browser, have a decimal comma. */
export function hasDecimalComma(language?: string): boolean {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',');
}

const [mark, comma, semicolon] = [0x22, 0x2c, 0x3b];

/** Replaces the commas between cells by semicolons. Cells with a semicolon must be in quotation marks already. */
export function withSemicolons(file: Blob): Promise<Blob> {
  let isQuoted = false;
  const replace = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      const replaced = bytes.map((byte) => {
        if (byte === mark) isQuoted = !isQuoted;
        return byte === comma && !isQuoted ? semicolon : byte;
      });
      controller.enqueue(replaced);
    },
  });
  const headers = { 'content-type': file.type };
  return new Response(file.stream().pipeThrough(replace), { headers }).blob();
}
