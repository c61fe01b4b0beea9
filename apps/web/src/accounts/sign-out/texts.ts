import { plantsText } from '../../plants/plants-text.ts';

export const texts = {
  title: (count: number) =>
    count === 1 ? "1 plant isn't saved yet" : `${plantsText(count)} aren't saved yet`,
  text: (count: number) =>
    count === 1
      ? 'It stays in this browser for you. Sign in here again to send or correct it.'
      : 'They stay in this browser for you. Sign in here again to send or correct them.',
  textNotKept: "This browser can't keep unsaved plants: they are lost if you sign out now.",
  unreachable: "The store can't be reached, so you're still signed in. Sign out when it's back.",
  notConfirmed: "We couldn't confirm that you're signed out. Reload the page, then try again.",
  stay: 'Stay',
};
