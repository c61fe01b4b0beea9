import { phrase } from '../../ui/text/phrase.ts';

export const texts = {
  title: 'Sign in',
  known: {
    account: 'Sign in with your account.',
    token: "Sign in with your account or an access token. (We don't save the token in this browser.)",
    ended: 'Your session has ended.',
    useToken: 'Use an access token instead',
    useAccount: 'Use your account instead',
    help: 'No account yet, or forgot your password? Ask an owner for a link.',
  },
  fresh: {
    title: 'Welcome to your plant store',
    lead: 'Create the first account to get started.',
    create: 'Create the owner account',
    tokenTitle: 'Or sign in with a token',
    tokenLead: (file: string | undefined) =>
      phrase`For a quick try, paste ${file ? phrase`the token from ${<code>{file}</code>} on the computer running the store` : 'the first token'}. You can create the owner account later.`,
  },
};
