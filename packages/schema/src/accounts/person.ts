import * as z from 'zod';
import { displayName } from '../text/display-name.ts';
import { passwordMaxLength, passwordMinLength } from '../values/limits.ts';
import { Role } from './role.ts';

const personNameMaxLength = 100;
const userNameMinLength = 3;
const userNameMaxLength = 30;

const missing =
  (what: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined ? `is missing; give ${what}` : `must be ${what}`;

const email = 'an e-mail address, such as ann@example.com';

/** In lower case and NFC, so that nobody has two accounts for it. The store never sends e-mail. */
const Email = z
  .string({ error: missing(email) })
  .trim()
  .normalize('NFC')
  .toLowerCase()
  .pipe(z.email({ error: `must be ${email}` }).max(254, { error: 'must have at most 254 characters' }));

const userName = `${userNameMinLength} to ${userNameMaxLength} letters a to z, digits, dots, dashes or underscores`;

/** No e-mail address; in lower case. */
const UserName = z
  .string({ error: missing(userName) })
  .trim()
  .toLowerCase()
  .regex(new RegExp(`^[a-z0-9._-]{${userNameMinLength},${userNameMaxLength}}$`), {
    error: `must be ${userName}`,
  });

const password = `${passwordMinLength} to ${passwordMaxLength} characters`;

/** Only the length is checked here (NIST SP 800-63B, section 3.1.1.2); the store refuses what is easy to guess. */
export const Password = z.string({ error: missing(password) }).check((ctx) => {
  const { length } = [...ctx.value];
  if (length >= passwordMinLength && length <= passwordMaxLength) return;
  ctx.issues.push({ code: 'custom', message: `must have ${password}; it has ${length}`, input: ctx.value });
});

export const NewPerson = z.object({
  name: displayName(personNameMaxLength),
  email: Email,
  userName: UserName.optional(),
  password: Password,
});
export type NewPerson = z.infer<typeof NewPerson>;

export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  userName: z.string().optional(),
  role: Role,
  createdAt: z.date(),
  signedInAt: z.date().optional(),
  deactivatedAt: z.date().optional(),
});
export type Person = z.infer<typeof Person>;

const invitationNoteMaxLength = 100;

export const NewInvitation = z.object({
  role: Role,
  note: displayName(invitationNoteMaxLength),
});

export const Invitation = z.object({
  id: z.uuid(),
  role: Role,
  note: z.string(),
  /** Absent in an invitation to a new account. */
  personId: z.uuid().optional(),
  invitedBy: z.string().optional(),
  createdAt: z.date(),
  expiresAt: z.date(),
});
export type Invitation = z.infer<typeof Invitation>;
