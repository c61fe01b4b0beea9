import * as z from 'zod';
import { called } from './called.ts';

/** Whether a passkey is kept elsewhere too: not where it cannot be, possible where it could, or done. */
export const PasskeyBackup = z.enum(['none', 'possible', 'done']);
export type PasskeyBackup = z.infer<typeof PasskeyBackup>;

/** What somebody calls one of their passkeys, to know it from the others. */
export const PasskeyName = called(60);

/** What a person signs in with instead of a password. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The address of the pages at which it was made, the only ones it signs in at. */
  origin: z.string(),
  backup: PasskeyBackup,
  createdAt: z.date(),
  /** When it signed in last; left out for one that has not yet. */
  usedAt: z.date().optional(),
});
export type Passkey = z.infer<typeof Passkey>;
