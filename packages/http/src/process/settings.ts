import { existsSync } from 'node:fs';
import { StartError } from '@plant-store/schema/without-zod';
import type { z } from 'zod';

/** Adds the settings of a file to the environment, which overrides them. @throws StartError if it cannot be read */
export function loadSettings(file: string): void {
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (cause) {
    throw new StartError(
      `.env: ${file} cannot be read (${(cause as { code?: string }).code}); give the user of the store access, or remove it.`,
      { cause },
    );
  }
}

/** The settings of an environment. @throws StartError with each invalid setting and its accepted values */
export function parseSettings<Settings>(
  schema: z.ZodType<Settings>,
  environment: Record<string, string | undefined>,
): Settings {
  // An empty setting counts as not set.
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  throw new StartError(
    `${result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
  );
}
