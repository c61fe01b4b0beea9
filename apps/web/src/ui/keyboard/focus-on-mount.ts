/**
 * The ref of an element that gets the focus when it appears. A field takes no focus from another field of its form: a
 * person may type there before hydration.
 */
export const focusOnMount = (element: HTMLElement | null) => {
  const form = element instanceof HTMLInputElement ? element.form : null;
  if (!form?.contains(document.activeElement)) element?.focus();
};
