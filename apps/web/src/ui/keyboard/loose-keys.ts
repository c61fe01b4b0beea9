import { useEffect, useEffectEvent } from 'react';
import { shortcutKey } from './shortcut-key.ts';

/** The keys of a scanner follow each other at least this fast. */
const betweenKeysMs = 50;
/** A scanner over the air stops for less than this time within a label. A person who starts anew takes longer. */
const stopMs = 250;

/** A scan: its text, and the key that ended it, with the time of that key. In a field, the text stands there already. */
export type Scan = { text: string; endKey: string; at: number; isInField: boolean };

/** Takes a scan. It returns false for a scan in a field that stays what it is: text, and its end. */
type TakeScan = (scan: Scan) => boolean;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'> &
  Partial<Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'shiftKey'>>;

/**
 * What keys may be at a place: on the page a scan or a shortcut, in a form a scan, and in a dialog neither. In a text field
 * they are text; a scan is noticed there.
 */
export type Place = 'page' | 'form' | 'dialog' | 'field';

/** True if a key ends a scan: Enter, or one of CR, LF and EOT, which arrive as Ctrl with M, J and D. */
export const isScanEnd = (event: Omit<Key, 'timeStamp'>): boolean =>
  event.key === 'Enter' ||
  (event.ctrlKey === true && ['m', 'j', 'd'].includes(shortcutKey(event).toLowerCase()));

/**
 * Recognises scans: keys that follow each other fast and end with Enter or Tab. While no text field has the focus, any
 * other key is a shortcut, after a pause that shows that no scan has begun.
 */
export class LooseKeys {
  readonly #shortcuts = new Set<{ key: string; act: () => void }>();
  readonly #scans = new Set<TakeScan>();
  readonly #type: (text: string) => void;
  #keys = '';
  /** What the first of these keys is as a shortcut. */
  #first = '';
  #place: Place = 'page';
  /** The keys before each short stop. Without them, a scan would lose its beginning. */
  #before: string[] = [];
  #at = Number.NEGATIVE_INFINITY;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** @param type enters keys that followed a shortcut fast, as the shortcut may have focused a field */
  constructor(type: (text: string) => void) {
    this.#type = type;
  }

  get isUsed(): boolean {
    return this.#shortcuts.size > 0 || this.#scans.size > 0;
  }

  /** Calls `act` for a key alone. @returns a function that ends this */
  addShortcut(key: string, act: () => void): () => void {
    const shortcut = { key, act };
    this.#shortcuts.add(shortcut);
    return () => this.#shortcuts.delete(shortcut);
  }

  /** @returns a function that ends this */
  addScan(onScan: TakeScan): () => void {
    this.#scans.add(onScan);
    return () => this.#scans.delete(onScan);
  }

  /** Ends the keys whose pause is over at this time, even if a busy page has not noticed the pause. */
  pause(now: number) {
    if (now - this.#at > betweenKeysMs) this.#end();
  }

  /** Takes a key. @returns `all` if nothing else may handle it, `default` if the browser may not, else `none` */
  press(event: Key, place: Place = 'page'): 'all' | 'default' | 'none' {
    const { key, timeStamp: at, ctrlKey = false } = event;
    this.pause(at);
    if (at - this.#at > stopMs) this.#before = [];
    const isFast = this.#keys !== '';
    const isInField = place === 'field';
    // It presses the focused button or checkbox; no scan begins with it.
    if (key === ' ' && !isFast && !isInField) return 'none';
    this.#place = place;
    if ([...key].length === 1 && !ctrlKey) {
      if (!isFast) this.#first = shortcutKey(event);
      this.#keys += key;
      this.#at = at;
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => this.#end(), betweenKeysMs + 1);
      if (isInField) return 'none';
      if (isFast) return 'all';
      return this.#shortcutsMeant().length > 0 ? 'default' : 'none';
    }
    const parts = [...this.#before, this.#keys];
    const isEnd = key === 'Tab' || isScanEnd(event);
    const isScan = isFast && isEnd && parts.some((part) => [...part].length > 1);
    if (isScan) this.#take();
    else this.#end();
    this.#before = [];
    if (!isScan) return 'none';
    const scan = { text: parts.join(''), endKey: key, at, isInField };
    const taken = place === 'dialog' ? [] : [...this.#scans].map((onScan) => onScan(scan));
    // Without a field, the end of a scan must not press the button that has the focus, in a dialog too.
    return !isInField || taken.includes(true) ? 'all' : 'none';
  }

  /** The keys were no scan: does what the first one stands for. */
  #end() {
    const keys = this.#take();
    const [, ...rest] = keys;
    const shortcuts = keys === '' ? [] : this.#shortcutsMeant();
    if (keys !== '') this.#before = shortcuts.length > 0 ? [] : [...this.#before, keys];
    for (const { act } of shortcuts) act();
    if (shortcuts.length > 0 && rest.length > 0) this.#type(rest.join(''));
  }

  #take(): string {
    clearTimeout(this.#pause);
    const keys = this.#keys;
    this.#keys = '';
    return keys;
  }

  #shortcutsMeant() {
    return this.#place === 'page' ? [...this.#shortcuts].filter(({ key }) => key === this.#first) : [];
  }
}

const looseKeys = new LooseKeys(typeHere);

/** Calls `onScan` for each scan, unless the focus is in a dialog or menu other than the entry sheet, outside its fields. */
export function useScan(onScan: TakeScan) {
  const take = useEffectEvent(onScan);
  useEffect(() => listen(looseKeys.addScan((scan) => take(scan))), []);
}

/** Calls `act` for a key alone, in the same places. @returns a function that ends this */
export const onLooseKey = (key: string, act: () => void): (() => void) =>
  listen(looseKeys.addShortcut(key, act));

function listen(end: () => void): () => void {
  // The second call with the same listener changes nothing.
  document.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    end();
    if (!looseKeys.isUsed) document.removeEventListener('keydown', onKeyDown, { capture: true });
  };
}

/** A key on its second way. */
let again: KeyboardEvent | undefined;

function onKeyDown(event: KeyboardEvent) {
  if (
    event === again ||
    event.repeat ||
    event.metaKey ||
    event.altKey ||
    (event.ctrlKey && !isScanEnd(event))
  )
    return;
  if (event.key === 'Shift' || (event.shiftKey && event.key === 'Tab')) return;
  const before = document.activeElement;
  looseKeys.pause(event.timeStamp);
  const taken = looseKeys.press(event, placeOf(document.activeElement));
  if (taken !== 'none') event.preventDefault();
  if (taken === 'all') event.stopPropagation();
  const { activeElement } = document;
  // A shortcut before this key has just focused a field. Handlers there would not see the key.
  if (taken !== 'none' || !activeElement || activeElement === before) return;
  event.stopPropagation();
  again = new KeyboardEvent(event.type, event);
  if (!activeElement.dispatchEvent(again)) event.preventDefault();
}

function typeHere(text: string) {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const textFields = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]';

/** A list of choices needs letters and Enter itself. So does a dialog; the sheet is one, but its form takes scans. */
export function placeOf(focused: Element | null): Place {
  if (focused?.closest(textFields)) return 'field';
  if (focused?.closest('[role=dialog]:not([popover]), [role=alertdialog], [role=menu], [role=listbox]'))
    return 'dialog';
  return focused?.closest('select, [popover][role=dialog]') ? 'form' : 'page';
}
