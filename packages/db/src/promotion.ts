import { parts } from './backups.ts';
import { cancelPromotion as cancel, promote as promoteStore } from './promotion/promote.ts';

export type { PromotionResult } from './promotion/promote.ts';

export const promote = promoteStore.bind(undefined, parts);
export const cancelPromotion = cancel.bind(undefined, parts);
