import type { AuditAction } from '@plant-store/schema';
import { texts } from './texts.ts';

/** The text of an action, or its code if this version does not know it. */
export const actionText = (action: string): string =>
  Object.hasOwn(texts.actions, action) ? texts.actions[action as AuditAction] : action;
