/** Loaded with the dialog. */
export const texts = {
  title: 'Correct the plant',
  text: 'It has not been saved.',
  act: 'Save',
  nextFree: (id: bigint) => `Next free: ${id}`,
};
