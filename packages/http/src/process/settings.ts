import { isIPv6 } from 'node:net';
import { StartError } from '@plant-store/schema/without-zod';
import { z } from 'zod';

/** The address to listen on. An IPv6 address may be in brackets, as in a URL. */
export const hostSetting = z
  .string()
  .transform((text) => (/^\[[\da-f:.]+\]$/i.test(text) ? text.slice(1, -1) : text))
  .refine((host) => isName(host) || (isIPv6(host) && URL.canParse(`http://[${host}]`)), {
    error:
      'must be an address or a name of this machine without a port, such as 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses',
  })
  .default('127.0.0.1');

const isName = (host: string) => /^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`);

/** A port to listen on. @param usual the default */
export const portSetting = (usual: number) =>
  z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
      error: `must be a port, a whole number from 1 to 65535, such as ${usual}`,
    })
    .transform(Number)
    .default(usual);

/** Drops the line end that a Windows file or a secret's file adds. @throws StartError with each invalid setting */
export function parseSettings<Settings>(
  schema: z.ZodType<Settings>,
  environment: Record<string, string | undefined>,
): Settings {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trimEnd()] as const);
  // An empty setting counts as not set.
  const given: Record<string, string | undefined> = Object.fromEntries(
    trimmed.filter(([, value]) => value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = path.join('.');
    return `${name} ${message}${hintOn(given[name] ?? '')}`;
  });
  throw new StartError(`${problems.join('; ')}.`);
}

/** The likely cause of an invalid value, which a person does not see in it. The value itself may be a secret. */
function hintOn(value: string): string {
  if (/^["'`]|["'`]$/.test(value)) return ' (remove the quotation marks around the value)';
  if (/[\r\n]/.test(value)) return ' (remove the line break within the value)';
  const [invisible] = /[^\P{C}\n\r]|[^\P{Z} ]/u.exec(value) ?? [];
  if (invisible === undefined) return value.startsWith(' ') ? ' (remove the space before the value)' : '';
  const number = invisible.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return ` (remove the invisible character U+${number} from the value)`;
}
