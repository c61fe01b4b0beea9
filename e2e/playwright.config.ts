import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

// The browser that `npm test` found. A run by hand uses Debian's, or else Playwright's own.
const executablePath =
  process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/artifacts',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // More than two cores: each worker waits for half of its time.
  workers: 3,
  // Tests share only the stores of their worker, so those of one file may run at once.
  fullyParallel: true,
  timeout: 600_000,
  // A busy machine only needs more time.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    // A trace of every test would take a sixth of all work: use `--trace on` for one test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Chromium has no sandbox for root; it opens only our own pages.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
