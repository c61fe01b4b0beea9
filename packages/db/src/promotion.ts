import { cancelPromotion as cancel, promote as promoteStore } from '@plant-store/backup/promotion';
import { parts } from './backups.ts';

export type { PromotionResult } from '@plant-store/backup/promotion';

export const promote = promoteStore.bind(undefined, parts);
export const cancelPromotion = cancel.bind(undefined, parts);
