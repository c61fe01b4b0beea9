export const texts = {
  fields: {
    login: 'E-mail or user name',
    password: 'Password',
    token: 'Access token',
    useToken: 'Use an access token instead',
    useAccount: 'Use your account instead',
  },
  dialog: {
    title: 'Sign in again',
    text: 'Your session has ended. Sign in to continue. Your entry is still here.',
    signIn: 'Sign in',
    notNow: 'Not now',
    otherPerson: (now: string, before: string) =>
      `You are now signed in as ${now}. Changes by ${before} were not saved; repeat them if you want them.`,
  },
};
