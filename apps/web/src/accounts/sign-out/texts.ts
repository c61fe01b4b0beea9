export const texts = {
  unreachable: "The store can't be reached, so you're still signed in. Sign out when it's back.",
  notConfirmed: "We couldn't confirm that you're signed out. Reload the page, then try again.",
};
