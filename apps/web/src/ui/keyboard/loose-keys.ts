import { useEffect, useEffectEvent } from 'react';

/** The keys of a scanner follow each other at least this fast. */
const betweenKeysMs = 50;
/** A scanner over the air stops for less than this time within a label. A person who starts anew takes longer. */
const stopMs = 250;

/** A scan: its text, and the key that ended it, with the time of that key. */
export type Scan = { text: string; endKey: string; at: number };

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'>;

/** What loose keys may be at a place: on the page all, in a form no shortcut, and in a dialog no scan either. */
export type Place = 'page' | 'form' | 'dialog';

/**
 * The keys that are pressed while no text field has the focus. Keys that follow each other fast and end with Enter or Tab
 * are a scan. Any other key is a shortcut, after a pause that shows that no scan has begun.
 */
export class LooseKeys {
  readonly #shortcuts = new Set<{ key: string; act: () => void }>();
  readonly #scans = new Set<(scan: Scan) => void>();
  readonly #type: (text: string) => void;
  #keys = '';
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
  addScan(onScan: (scan: Scan) => void): () => void {
    this.#scans.add(onScan);
    return () => this.#scans.delete(onScan);
  }

  /** Ends the keys whose pause is over at this time, even if a busy page has not noticed the pause. */
  pause(now: number) {
    if (now - this.#at > betweenKeysMs) this.#end();
  }

  /** Takes a key. @returns `all` if nothing else may handle it, `default` if the browser may not, else `none` */
  press({ key, timeStamp: at }: Key, place: Place = 'page'): 'all' | 'default' | 'none' {
    this.pause(at);
    if (at - this.#at > stopMs) this.#before = [];
    const isFast = this.#keys !== '';
    // It presses the focused button or checkbox; no scan begins with it.
    if (key === ' ' && !isFast) return 'none';
    this.#place = place;
    if ([...key].length === 1) {
      this.#keys += key;
      this.#at = at;
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => this.#end(), betweenKeysMs + 1);
      if (isFast) return 'all';
      return this.#shortcutsOf(key).length > 0 ? 'default' : 'none';
    }
    const parts = [...this.#before, this.#keys];
    const isScan = isFast && parts.some((part) => [...part].length > 1) && (key === 'Enter' || key === 'Tab');
    if (isScan) this.#take();
    else this.#end();
    this.#before = [];
    if (!isScan) return 'none';
    // In a dialog the end of a scan must not press the button that has the focus.
    if (place !== 'dialog')
      for (const onScan of [...this.#scans]) onScan({ text: parts.join(''), endKey: key, at });
    return 'all';
  }

  /** The keys were no scan: does what the first one stands for. */
  #end() {
    const keys = this.#take();
    const [first = '', ...rest] = keys;
    const shortcuts = this.#shortcutsOf(first);
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

  #shortcutsOf(wanted: string) {
    return this.#place === 'page' ? [...this.#shortcuts].filter(({ key }) => key === wanted) : [];
  }
}

const looseKeys = new LooseKeys(typeHere);

/** Calls `onScan` for each scan while no text field has the focus, and no dialog or menu but the entry sheet is open. */
export function useScan(onScan: (scan: Scan) => void) {
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

function onKeyDown(event: KeyboardEvent) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
  if (event.key === 'Shift' || (event.shiftKey && event.key === 'Tab')) return;
  looseKeys.pause(event.timeStamp);
  // A shortcut has just focused a field, which gets this key.
  if (isText(document.activeElement)) return;
  const taken = looseKeys.press(event, placeOf(document.activeElement));
  if (taken !== 'none') event.preventDefault();
  if (taken === 'all') event.stopPropagation();
}

function typeHere(text: string) {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const isText = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, [contenteditable]') !== null;

/** A list of choices needs letters and Enter itself. So does a dialog; the sheet is one, but its form takes scans. */
function placeOf(focused: Element | null): Place {
  if (focused?.closest('[role=dialog]:not([popover]), [role=alertdialog], [role=menu], [role=listbox]'))
    return 'dialog';
  return focused?.closest('select, [popover][role=dialog]') ? 'form' : 'page';
}
