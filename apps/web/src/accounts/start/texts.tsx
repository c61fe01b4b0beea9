import { phrase } from '../../ui/text/phrase.ts';

export const texts = {
  title: 'First token',
  works: (file: string | undefined) =>
    phrase`The first token still works: anyone with ${file ? phrase`the file ${<code>{file}</code>}` : 'it'} can do everything in this store. Revoke it once no program uses it.`,
  revoke: 'Revoke the first token',
  revoked: (file: string | undefined) =>
    `The first token is revoked. Next: ${file ? `delete the file ${file}, and ` : ''}give each program its own token.`,
  tokens: 'Access tokens',
  notRevoked: (reason: string) => `The first token was not revoked. ${reason}`,
};
