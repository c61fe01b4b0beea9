import { plantsText } from '../../plants/plants-text.ts';

/** Loaded with the dialog. */
export const texts = {
  title: (count: number) =>
    count === 1 ? "1 plant isn't saved yet" : `${plantsText(count)} aren't saved yet`,
  text: (count: number) =>
    count === 1
      ? 'It stays in this browser for you. Sign in here again to send or correct it.'
      : 'They stay in this browser for you. Sign in here again to send or correct them.',
  textNotKept: "This browser can't keep unsaved plants: they are lost if you sign out now.",
  stay: 'Stay',
};
