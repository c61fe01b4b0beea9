import { StoreError } from '@plant-store/schema';

export const workbookError = (message: string): StoreError => new StoreError('unreadableFile', message);
