import type { Failure } from '@plant-store/client';
import { errorTable } from '@plant-store/schema';

/** Whether the store refused a plant because another one holds its id. */
export const isIdTaken = ({ error }: Failure): boolean => error === errorTable.idTaken.error;
