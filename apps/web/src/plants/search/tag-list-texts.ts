/** Loaded with the list of tags. */
export const listTexts = {
  choose: 'Choose a tag',
  find: 'Find a tag',
  loading: 'Loading…',
  failed: 'The tags could not be loaded.',
  none: 'No tag begins like this.',
};
