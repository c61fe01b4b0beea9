import * as z from 'zod';
import { scopes } from './permission.ts';

export const Scope = z
  .enum(scopes, { error: `must be one of ${scopes.join(', ')}` })
  .meta({ id: 'Scope', description: 'One permission of a token; `admin` includes all others.' });
export type Scope = z.infer<typeof Scope>;
