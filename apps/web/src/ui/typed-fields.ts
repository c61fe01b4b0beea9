type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The text of a field, with what finds the field again. */
export type TypedField = { name: string; value: string; form: string; names: string[] };

export function isTypedField(value: unknown): value is TypedField {
  const { names, ...texts } = Object(value) as Record<keyof TypedField, unknown>;
  const isText = (one: unknown) => typeof one === 'string';
  return [texts.name, texts.value, texts.form].every(isText) && Array.isArray(names) && names.every(isText);
}

/** A file or a radio button has no text to keep. */
const fields = 'input:not([type=hidden], [type=file], [type=radio], [type=checkbox]), textarea, select';

/** The fields in which a person has typed. react-hook-form fills some fields, which then have text too. */
const touched = new WeakSet<Field>();
let focused: Element | null = null;
let observer: MutationObserver | undefined;

/**
 * Keeps typed text until React has taken over the page. If a browser extension has put an element into a form, React
 * removes the whole page and renders it again, with empty fields (its error 418). The removed fields still have their
 * text, which goes into the new ones, with the focus and the caret. Text that a password manager filled counts too.
 */
export function keepTypedFields() {
  focused = document.activeElement;
  addEventListener('focusin', noteFocus, { capture: true });
  addEventListener('input', ({ target }) => touched.add(target as Field), { capture: true });
  observer = new MutationObserver(refill);
  observer.observe(document, { childList: true, subtree: true });
}

export function endKeeping() {
  refill(observer?.takeRecords() ?? []);
  observer?.disconnect();
  removeEventListener('focusin', noteFocus, { capture: true });
  for (const field of pageFields()) if (isTyped(field)) touched.add(field);
}

export const fieldsToKeep = (): TypedField[] =>
  pageFields()
    .filter((field) => touched.has(field) && isTyped(field) && !('secret' in field.dataset))
    .map(typedIn);

/**
 * Enters texts into their fields, now or once the fields appear, as in a dialog. Text that is typed there stays. It ends
 * with the page: the form of another plant has the same fields.
 */
export function fillLater(texts: TypedField[]) {
  const { pathname } = location;
  let rest = texts;
  const fill = () => {
    rest = location.pathname === pathname ? rest.filter((typed) => !fillIn(typed)) : [];
    if (rest.length === 0) later.disconnect();
  };
  const later = new MutationObserver(fill);
  later.observe(document, { childList: true, subtree: true });
  fill();
}

function noteFocus({ target }: Event) {
  focused = target as Element;
}

function refill(changes: MutationRecord[]) {
  const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]).flatMap(fieldsIn);
  const before = removed.find((field) => field === focused && !field.isConnected);
  for (const field of removed) if (!field.isConnected && isTyped(field)) fillIn(typedIn(field));
  const now = before && fieldFor(typedIn(before));
  if (before && now) moveFocus(before, now);
}

/** Enters a text into its field, as if it was typed now. Returns false if the page has no such field. */
function fillIn(typed: TypedField): boolean {
  const field = fieldFor(typed);
  if (!field) return false;
  if (touched.has(field)) return true;
  // React ignores a value that is set by the element's own property, which it watches.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** True if a field has other text than the page gave it. */
const isTyped = (field: Field): boolean =>
  field instanceof HTMLSelectElement
    ? field.selectedOptions[0]?.defaultSelected === false
    : field.value !== field.defaultValue;

const typedIn = (field: Field): TypedField => ({
  name: field.name,
  value: field.value,
  form: labelOf(field.form),
  names: namesIn(field.form),
});

/** The fields in a part of the page, or the field that it is. */
function fieldsIn(part: Node): Field[] {
  if (!(part instanceof Element)) return [];
  return [part, ...part.querySelectorAll(fields)].filter((one): one is Field => one.matches(fields));
}

/** The field of the page with the name, in a form like that of the typed text. An extension may add fields to a form. */
function fieldFor({ name, form, names }: TypedField): Field | undefined {
  return pageFields().find(
    (field) =>
      field.name === name &&
      labelOf(field.form) === form &&
      namesIn(field.form).every((one) => names.includes(one)),
  );
}

const pageFields = () => fieldsIn(document.documentElement);
const labelOf = (form: HTMLFormElement | null) =>
  form?.getAttribute('aria-label') ?? form?.getAttribute('aria-labelledby') ?? '';
const namesIn = (form: HTMLFormElement | null) => (form ? fieldsIn(form).map(({ name }) => name) : []);

function moveFocus(before: Field, now: Field) {
  now.focus();
  if (before instanceof HTMLSelectElement || now instanceof HTMLSelectElement) return;
  // Fields such as those for an e-mail address tell no caret.
  if (before.selectionStart !== null) now.setSelectionRange(before.selectionStart, before.selectionEnd);
}
