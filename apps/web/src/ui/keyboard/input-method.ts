/**
 * True if a key belongs to an input method, which composes a character: its Enter takes a proposal, its Escape discards
 * one. Safari sends the last key after the end of the composition, with the key code 229 (WebKit bug 165004).
 */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229;

/**
 * Keeps the keys of an input method from every key handler of the page, the library's included: `window` gets each key
 * first. The browser still gives these keys to the input method. A test refuses handlers that a key reaches before.
 */
export function guardInputMethods() {
  const guard = (event: KeyboardEvent) => isOfInputMethod(event) && event.stopPropagation();
  addEventListener('keydown', guard, { capture: true });
}
