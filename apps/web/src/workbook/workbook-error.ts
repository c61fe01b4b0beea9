import { StoreError } from '@plant-store/schema';

/** The error for a workbook that cannot be read: what is wrong with it, and what to do about it. */
export const workbookError = (message: string): StoreError => new StoreError('unreadableFile', message);
