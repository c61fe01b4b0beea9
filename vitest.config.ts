import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// One configuration for every package; each runs it from its own folder.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
    // A guarantee does not change on a machine that is busy with other things.
    testTimeout: 60_000,
  },
});
