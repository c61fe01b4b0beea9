import type { ImportResult } from '@plant-store/schema';
import type { Reading } from '../encoding/likely-readings.ts';
import type { ImportSettings } from './import-request.ts';

export type CheckedStep = {
  kind: 'checked';
  problem?: string | undefined;
  settings: ImportSettings;
  result: ImportResult;
};

export type ImportStep =
  | { kind: 'choose'; problem?: string | undefined; isAgain: boolean }
  | { kind: 'encoding'; problem?: string | undefined; readings: readonly Reading[] }
  | { kind: 'columns'; problem?: string | undefined }
  | CheckedStep
  | { kind: 'done'; problem?: undefined; result: ImportResult };
