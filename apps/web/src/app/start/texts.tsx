import { phrase } from '../../ui/text/phrase.ts';

const start = 'npm start';
const command = 'npm run token -- create --name owner --scope admin --expires 1h';

export const texts = {
  title: 'Create the owner account',
  withLink: 'Create the first account to get started.',
  withToken: (file: string | undefined) =>
    phrase`Create the first account to get started. Paste ${file ? phrase`the token from ${<code>{file}</code>} on the computer running the store` : 'the first token'}.`,
  lostToken: phrase`No token? Run ${<code>{start}</code>} in a terminal: it prints a link that needs none. Or run ${<code>{command}</code>} in the folder of the store.`,
  known: {
    title: 'This store has an owner',
    text: 'The start link no longer works. Sign in, or ask an owner for an invitation.',
    signIn: 'Sign in',
  },
};
