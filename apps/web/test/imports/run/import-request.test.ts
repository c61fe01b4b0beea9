import type { ImportResult } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { annotatedAddress } from '../../../src/imports/run/import-request.ts';

test.each(['', '/api', '/garden/api'])(
  'the annotated file is below /api of this web server if the API names it under the prefix %j',
  (prefix) => {
    const result = { annotated: `${prefix}/imports/1763712000000000/annotated` } as ImportResult;
    expect(annotatedAddress(result)).toBe('/api/imports/1763712000000000/annotated');
  },
);
