import * as z from 'zod/mini';
import { displayName } from '../text/display-name.ts';

/** Whether a copy of the passkey elsewhere is impossible, possible, or existing. */
export const PasskeyBackup = z.enum(['none', 'possible', 'done']);
export type PasskeyBackup = z.infer<typeof PasskeyBackup>;

export const PasskeyName = displayName(60);

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The origin of the page that made the passkey. It works only there. */
  origin: z.string(),
  backup: PasskeyBackup,
  createdAt: z.date(),
  usedAt: z.optional(z.date()),
});
export type Passkey = z.infer<typeof Passkey>;
