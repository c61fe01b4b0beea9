export const texts = {
  close: 'Close',
  undo: 'Undo',
  notUndone: 'Not undone.',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  show: (label: string) => `Show ${label.toLowerCase()}`,
  ago: {
    now: 'Just now',
    minutes: (count: number) => `${count} min ago`,
    hours: (count: number) => `${count} h ago`,
  },
  days: { today: 'Today', yesterday: 'Yesterday' },
  partNotLoaded: 'This part of the page could not be loaded. Check your connection and try again.',
  updated: {
    done: 'The store was updated. Repeat your last step.',
    withText: 'The store was updated. Your text is still here: repeat your last step.',
    posted: 'The store was updated, and nothing was saved. Fill in the form again.',
    reload: 'The store was updated. Reload this page, then repeat your last step.',
  },
  copy: {
    copied: 'Copied.',
    selected: 'Text selected: copy it with Ctrl+C, or ⌘C.',
  },
};
