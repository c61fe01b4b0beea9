import { type KeyboardEvent, useRef } from 'react';
import type { NewPlantForm } from '../new-plant-form.ts';
import { isScanEnd, scannedText } from './scanned-text.ts';

/**
 * Handles the keys of a barcode scanner in the form. `onScan` gets the id after a scan in Id. The end of a scan saves a
 * complete plant, as Enter does.
 */
export function useScanner(form: Pick<NewPlantForm, 'getValues' | 'setValue'>, onScan: (id: string) => void) {
  /** True if the last key in the form ended a scan. */
  const hasScanned = useRef(false);

  /** Removes the additions of a scanner from the id. */
  function cleanId() {
    const typed = form.getValues('id') ?? '';
    const clean = scannedText(typed);
    if (clean !== typed) form.setValue('id', clean);
    return clean;
  }

  function onIdKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Tab' && !event.shiftKey) cleanId();
    if (!isScanEnd(event)) return;
    const id = cleanId();
    const isComplete = (form.getValues('name') ?? '').trim() !== '';
    // With Ctrl these keys are shortcuts of the browser, such as for its downloads.
    if (event.ctrlKey) event.preventDefault();
    if (hasScanned.current || id === '' || (isComplete && event.key === 'Enter')) return;
    event.preventDefault();
    hasScanned.current = true;
    onScan(id);
  }

  /**
   * Ignores the second key of an end such as CR LF. It arrives in the next field, because the first key moved the
   * focus.
   */
  function onKeyAfterScan(event: KeyboardEvent) {
    const { target } = event;
    if (event.defaultPrevented || event.key === 'Control' || !(target instanceof HTMLInputElement)) return;
    // A person may enter a name without a key, for example by voice.
    const isUnchanged = target.name === 'id' || target.value === '';
    if (hasScanned.current && isUnchanged && isScanEnd(event)) event.preventDefault();
    hasScanned.current = false;
  }

  return { cleanId, onIdKey, onKeyAfterScan };
}
