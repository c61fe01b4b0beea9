type Pressed = Pick<KeyboardEvent, 'key'> & Partial<Pick<KeyboardEvent, 'code' | 'shiftKey'>>;

/**
 * The key that a shortcut means: CapsLock makes no other one of it. Where the keyboard has letters of another script, as
 * for Greek or Thai, it is the letter that a Latin keyboard has at this place.
 */
export function shortcutKey({ key, code = '', shiftKey = false }: Pressed): string {
  const isOther = /^[^\0-\x7f\p{Script=Latin}]$/u.test(key);
  const place = isOther ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const letter = place ?? key;
  return shiftKey || letter.length > 1 ? letter : letter.toLowerCase();
}
