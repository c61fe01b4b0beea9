import { phrase } from '../../ui/text/phrase.ts';
import { firstTokenFile } from './first-token-file.ts';

/** All texts about the first token. */
export const texts = {
  title: 'First token',
  works: phrase`The first token still works: anyone with the file ${<code>{firstTokenFile}</code>} can do everything in this store. Revoke it once no program uses it.`,
  revoke: 'Revoke the first token',
  revoked: `The first token is revoked. Next: delete the file ${firstTokenFile}, and give each program its own token.`,
  tokens: 'Access tokens',
  notRevoked: (reason: string) => `The first token was not revoked. ${reason}`,
};
