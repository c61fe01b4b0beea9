import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// One configuration for every package; each runs it from its own folder.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
    testTimeout: 20_000,
  },
});
