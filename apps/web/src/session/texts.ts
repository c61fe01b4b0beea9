export const texts = {
  problems: {
    noToken: 'Paste an access token.',
    unknownToken:
      'This access token is not a token of this store. Check that you copied all of it, or ask an owner for a new one.',
    noLogin: 'Enter your e-mail address or user name.',
    noPassword: 'Enter your password.',
    wrongLogin: 'Wrong user name or password. Forgot it? Ask an owner for a reset link.',
    invalid: 'Check what you typed, then try again.',
    badToken: "Access token contains characters that tokens don't have. Check that you copied all of it.",
    noCookie:
      'Your browser did not keep the cookie that signs you in. Allow cookies for this address in the settings of your browser, then sign in again.',
    unreachable: "The store can't be reached right now. Wait a moment, then sign in again.",
  },
  rights: {
    'plants:read': 'see plants',
    'plants:write': 'add and change plants',
    'plants:delete': 'delete plants',
    imports: 'import files',
    tokens: 'manage tokens',
    admin: 'do everything',
  },
};
