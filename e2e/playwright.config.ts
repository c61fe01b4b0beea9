import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

// The browser that `npm test` found; for a run by hand Debian's, or else Playwright's own.
const executablePath =
  process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/artifacts',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // On two cores, as each waits for half of its time.
  workers: 3,
  timeout: 120_000,
  // What is looked for comes on a busy machine too, only later.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    // A trace of each, to keep those of what failed, would be a sixth of all work: `--trace on` for one test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Chromium has no sandbox for root; what it opens here is our own page.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
