import { StoreError } from '@plant-store/schema';

/** The error for a workbook that cannot be read. The message names the fault and the next step. */
export const workbookError = (message: string): StoreError => new StoreError('unreadableFile', message);
