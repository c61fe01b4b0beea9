/** The ref of an element that gets the focus when it appears. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
