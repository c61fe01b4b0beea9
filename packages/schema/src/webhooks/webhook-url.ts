import * as z from 'zod';

const maxLength = 2_048;
const example = 'such as https://shop.example/plants';

const accepted = `the https:// address of the receiver, ${example}`;

/**
 * The address to which a webhook is sent, in the spelling of `URL`: `https://0x7f.1` becomes `https://127.0.0.1/`. What
 * `URL` would leave out or guess is refused. Whether the address may be called is decided at each try, by its name's
 * addresses at that time.
 */
export const WebhookUrl = z
  .string({
    error: ({ input }) =>
      input === undefined ? `is missing; give ${accepted}` : `must be text: ${accepted}`,
  })
  .transform((text, ctx) => {
    const url = URL.canParse(text) ? new URL(text).href : '';
    const problem = problemOf(text, url);
    if (problem === undefined) return url;
    ctx.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  })
  .meta({
    description: `The receiver: an \`https://\` address of at most ${maxLength} characters, without user name and fragment.`,
    examples: ['https://shop.example/plants'],
    override: { type: 'string', format: 'uri', maxLength, pattern: '^https://' },
  });

function problemOf(text: string, url: string): string | undefined {
  // A letter beyond ASCII takes up to twelve characters in the address that is stored.
  const length = Math.max(text.length, url.length);
  if (length > maxLength) return `must have at most ${maxLength} characters; it has ${length}`;
  if (/[\s\p{C}\\]/u.test(text))
    return 'must not contain spaces, backslashes or invisible characters; write a space as %20, a backslash as %5C';
  const [, scheme, authority = ''] = /^([a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?/i.exec(text) ?? [];
  if (scheme?.toLowerCase() !== 'https:')
    return `must begin with https://, ${example}; it begins with ${scheme ?? 'no scheme'}`;
  if (authority === '') return `must have a host after https://, ${example}`;
  if (authority.includes('@'))
    return 'must not contain a user name or password; the signature of each message says who sends it';
  if (text.includes('#')) return 'must not contain # and what follows, which is never sent; write # as %23';
  if (url === '') return `must have a valid host and port after https://, ${example}; it has ${authority}`;
  return undefined;
}
