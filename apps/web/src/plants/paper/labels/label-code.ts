import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js';
import { encode } from 'uqr';
import { modulesPath } from '../../../ui/modules-path.ts';

/**
 * A code as a path whose unit is a module, with the modules of white around it that its standard asks for, and the limits
 * of a module's width: finer ones are hard to scan, wider ones waste the label.
 */
export type LabelCode = {
  path: string;
  modules: number;
  quiet: number;
  dots: { min: number; max: number };
  /** Its bars are one unit high in `path`; a square code has `modules` rows. */
  isWide: boolean;
};

/** ISO/IEC 15417 asks for ten modules of white on both sides. */
export function code128(id: bigint): LabelCode {
  const { data } = new CODE128(String(id), {}).encode();
  const path = modulesPath([[...data].map((module) => module === '1')]);
  return { path, modules: data.length, quiet: 10, dots: { min: 3, max: 4 }, isWide: true };
}

/** ISO/IEC 18004 asks for four modules of white. A label in a pot gets dirty, hence the correction of 15 %. */
export function qrCode(address: string): LabelCode {
  const { size, data } = encode(address, { border: 0, ecc: 'M' });
  return { path: modulesPath(data), modules: size, quiet: 4, dots: { min: 4, max: 7 }, isWide: false };
}

/** A dot of a printer with 300 dots an inch. Modules of whole dots are all equally wide on paper. */
const dotMm = 25.4 / 300;

/** The width of a module, if the code with its white space has room; `undefined` if a scanner could not read it. */
export function moduleMm(
  { modules, quiet, dots: { min, max } }: LabelCode,
  roomMm: number,
): number | undefined {
  const dots = Math.min(max, Math.floor(roomMm / (modules + 2 * quiet) / dotMm));
  return dots >= min ? dots * dotMm : undefined;
}
