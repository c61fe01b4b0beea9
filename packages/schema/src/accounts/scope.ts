import * as z from 'zod';
import { scopes } from './permission.ts';

export const Scope = z.enum(scopes);
export type Scope = z.infer<typeof Scope>;
