/** Takes no focus from a field of the same form: a person may type there before hydration. */
export const focusOnMount = (element: HTMLElement | null) => {
  const form = element instanceof HTMLInputElement ? element.form : null;
  if (!form?.contains(document.activeElement)) element?.focus();
};
