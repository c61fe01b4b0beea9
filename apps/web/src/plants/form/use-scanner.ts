import { type KeyboardEvent, useRef } from 'react';
import { isScanEnd, type Scan } from '../../ui/keyboard/loose-keys.ts';
import { cleanIdIn, type NewPlantForm } from '../new-plant-form.ts';
import { keepDraft } from './use-draft.ts';

/** The time in which a scanner sends the second key of its end, such as Tab after Enter. A person is slower. */
const secondEndMs = 250;

/** The key that ended a scan, with its time. For a scan that went into Name, the name without it. */
type ScanEnd = Pick<Scan, 'endKey' | 'at'> & { name?: string; enterAsName?: () => void };

/** The end of a scan saves a complete plant, as Enter does. */
export function useScanner(form: Pick<NewPlantForm, 'getValues' | 'setValue'>, onScan: (id: string) => void) {
  /** The last key in the form, if it may have ended a scan. */
  const end = useRef<ScanEnd>(undefined);

  function onIdKey(event: KeyboardEvent<HTMLInputElement>) {
    if (!isScanEnd(event)) return;
    const id = cleanIdIn(form);
    const isComplete = (form.getValues('name') ?? '').trim() !== '';
    // With Ctrl these keys are shortcuts of the browser, such as for its downloads.
    if (event.ctrlKey) event.preventDefault();
    if (end.current || id === '' || (isComplete && event.key === 'Enter')) return;
    event.preventDefault();
    end.current = { endKey: event.key, at: event.timeStamp };
    onScan(id);
  }

  /** Enters a scan. @param input the field Id @returns the id in the scan */
  function takeScan({ text, endKey, at }: Scan, input: HTMLInputElement | undefined) {
    form.setValue('id', text);
    const id = cleanIdIn(form);
    keepDraft(input);
    end.current = { endKey, at };
    return id;
  }

  /** @param noted absent if the text of Id changes: it is not of the scan before */
  function noteEnd(noted?: ScanEnd) {
    end.current = noted;
  }

  /**
   * Ignores the second key of an end such as CR LF: the first key moved the focus, so it arrives in the next field. After
   * a scan in Name, a later Enter takes it as the name.
   */
  function onKeyAfterScan(event: KeyboardEvent) {
    const { target, key, timeStamp: at } = event;
    if (event.defaultPrevented || key === 'Control' || !(target instanceof HTMLInputElement)) return;
    const first = end.current;
    end.current = undefined;
    // A person may enter a name without a key, for example by voice.
    const isUnchanged = target.name === 'id' || target.value === (first?.name ?? '');
    if (first && isUnchanged && isSecondEnd(first, event)) {
      event.preventDefault();
      if (first.enterAsName) end.current = first;
    } else if (isUnchanged && target.name === 'name' && key === 'Enter') first?.enterAsName?.();
    else if (target.name === 'id' && target.value !== '' && isTab(event)) end.current = { endKey: key, at };
  }

  return { onIdKey, takeScan, noteEnd, onKeyAfterScan };
}

const isTab = ({ key, shiftKey }: KeyboardEvent) => key === 'Tab' && !shiftKey;

function isSecondEnd(first: ScanEnd, event: KeyboardEvent): boolean {
  const isSoon = event.timeStamp - first.at <= secondEndMs;
  if (isTab(event)) return first.endKey !== 'Tab' && isSoon;
  return isScanEnd(event) && (isSoon || (first.endKey !== 'Tab' && first.name === undefined));
}
