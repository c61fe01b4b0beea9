/** Texts of shared parts. */
export const texts = {
  close: 'Close',
  undo: 'Undo',
  cancel: 'Cancel',
  show: (label: string) => `Show ${label.toLowerCase()}`,
  partNotLoaded: 'This part of the page could not be loaded. Check your connection and try again.',
  copy: {
    copied: 'Copied.',
    selected: 'Text selected: copy it with Ctrl+C, or ⌘C.',
  },
};
