import * as z from 'zod';
import { called } from './called.ts';
import { passwordMaxLength, passwordMinLength } from './limits.ts';
import { Role } from './role.ts';

const personNameMaxLength = 100;
const userNameMinLength = 3;
const userNameMaxLength = 30;

const missing =
  (what: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined ? `is missing; give ${what}` : `must be ${what}`;

const email = 'an e-mail address, such as ann@example.com';

/** An e-mail address, by which nobody is known twice: in lower case and Unicode NFC. Nothing is ever sent to it. */
const Email = z
  .string({ error: missing(email) })
  .trim()
  .normalize('NFC')
  .toLowerCase()
  .pipe(z.email({ error: `must be ${email}` }).max(254, { error: 'must have 254 characters at most' }));

const userName = `${userNameMinLength} to ${userNameMaxLength} letters a to z, digits, dots, dashes or underscores`;

/** A name to sign in by, which is no e-mail address: in lower case. */
const UserName = z
  .string({ error: missing(userName) })
  .trim()
  .toLowerCase()
  .regex(new RegExp(`^[a-z0-9._-]{${userNameMinLength},${userNameMaxLength}}$`), {
    error: `must be ${userName}`,
  });

const password = `${passwordMinLength} to ${passwordMaxLength} characters`;

/**
 * A password that somebody chooses. Length is what counts (NIST SP 800-63B, section 3.1.1.2); any character will do.
 * Whether it is one that is soon guessed, which takes long lists to say, is found where it is stored.
 */
export const Password = z.string({ error: missing(password) }).check((ctx) => {
  const { length } = [...ctx.value];
  if (length >= passwordMinLength && length <= passwordMaxLength) return;
  ctx.issues.push({ code: 'custom', message: `must have ${password}; it has ${length}`, input: ctx.value });
});

/** Who gets an account, and how they will sign in. */
export const NewPerson = z.object({
  name: called(personNameMaxLength),
  email: Email,
  userName: UserName.optional(),
  password: Password,
});
export type NewPerson = z.infer<typeof NewPerson>;

/** Somebody who has, or had, an account. */
export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  userName: z.string().optional(),
  role: Role,
  createdAt: z.date(),
  /** When they signed in last; left out for who has not yet. */
  signedInAt: z.date().optional(),
  /** Since when they are not let in; left out for who is. */
  deactivatedAt: z.date().optional(),
});
export type Person = z.infer<typeof Person>;

export const invitationNoteMaxLength = 100;

/** Whom to let in, and as what. */
export const NewInvitation = z.object({
  role: Role,
  /** Whom it is for, in the words of who invites. */
  note: called(invitationNoteMaxLength),
});

/** An invitation that is still open. */
export const Invitation = z.object({
  id: z.uuid(),
  role: Role,
  note: z.string(),
  /** Whose new password it is for; left out where it is for a new account. */
  personId: z.uuid().optional(),
  invitedBy: z.string().optional(),
  createdAt: z.date(),
  expiresAt: z.date(),
});
export type Invitation = z.infer<typeof Invitation>;
