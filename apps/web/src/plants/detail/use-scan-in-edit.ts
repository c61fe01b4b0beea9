import { IdText, type TextField } from '@plant-store/schema';
import type { UseFormReturn } from 'react-hook-form';
import { useScan } from '../../ui/keyboard/loose-keys.ts';
import { plantHere } from '../id-text/plant-address.ts';
import { scannedText, withoutScan } from '../id-text/scanned-text.ts';
import type { PlantText } from '../queries/plant-requests.ts';
import { texts } from './texts.ts';

/** Takes a scan out of the fields of an edit: its Enter would save the id of another plant as a name or tag. */
export function useScanInEdit(
  form: UseFormReturn<PlantText>,
  before: PlantText,
  isHere: (input: Element) => boolean,
) {
  useScan(({ text, isInField }) => {
    const input = document.activeElement;
    if (!isInField || !(input instanceof HTMLInputElement) || !isHere(input)) return false;
    const rest = withoutScan(input, text);
    const id = plantHere(text, location.host) ?? scannedText(text);
    if (rest === undefined || id.length < scanMin || !IdText.safeParse(id).success) return false;
    const field = input.name as TextField;
    // The scan has replaced a text that was selected.
    form.setValue(field, rest.trim() === '' ? before[field] : rest);
    form.setError(field, { type: 'scan', message: texts.edit.scanned(id) });
    return true;
  });
}

/** Nobody types this number of digits at the speed of a scanner, at the end of a name. */
const scanMin = 4;
