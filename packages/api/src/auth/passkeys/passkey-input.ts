import { z } from 'zod';

/** Bytes as browsers write them in JSON (Web Authentication, section 5.1). */
const Bytes = z.base64url({ error: 'must be bytes in base64url' });

const Credential = z.object({ id: Bytes, rawId: Bytes, type: z.literal('public-key') });

export const RegistrationResponse = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
}).transform((made) => ({ ...made, clientExtensionResults: {} }));

export const AuthenticationResponse = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
}).transform((used) => ({ ...used, clientExtensionResults: {} }));
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>;
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;
