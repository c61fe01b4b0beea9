import type { Failure } from '@plant-store/client';
import { errorTable } from '@plant-store/schema';

export const isIdTaken = ({ error }: Failure): boolean => error === errorTable.idTaken.error;
