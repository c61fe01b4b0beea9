export const texts = {
  fields: {
    login: 'E-mail or user name',
    password: 'Password',
    token: 'Access token',
    show: (label: string) => `Show ${label.toLowerCase()}`,
    useToken: 'Use an access token instead',
    useAccount: 'Use your account instead',
  },
  problems: {
    noToken: 'Paste an access token.',
    noLogin: 'Enter your e-mail address or user name.',
    noPassword: 'Enter your password.',
    wrongLogin: 'Wrong user name or password. Forgot it? Ask an owner for a reset link.',
    invalid: 'Check what you typed, then try again.',
    badToken: "Access token contains characters that tokens don't have. Check that you copied all of it.",
    unreachable: "The store can't be reached right now. Wait a moment, then sign in again.",
  },
  dialog: {
    title: 'Sign in again',
    text: 'Your session has ended. Sign in to continue. Your entry is still here.',
    signIn: 'Sign in',
    notNow: 'Not now',
    otherPerson: (now: string, before: string) =>
      `You are now signed in as ${now}. Changes by ${before} were not saved; repeat them if you want them.`,
  },
  banner: {
    start: 'The access token ',
    middle: ' expires on ',
    end: '. Ask an owner of the store for a new one, or for an account.',
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
