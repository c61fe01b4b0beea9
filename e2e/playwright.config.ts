import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './browser.ts';

// The browser that `npm test` found, or else that of a run by hand, or else Playwright's.
const executablePath = findBrowser();

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/artifacts',
  reporter: [['list'], ['junit', { outputFile: 'test-results/junit.xml' }]],
  // More workers than two cores, because each worker waits half of its time.
  workers: 3,
  // The tests of a file may run at the same time, because only tests of the same worker share a store.
  fullyParallel: true,
  timeout: 600_000,
  // A long limit, because a busy machine is slow.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    // A click that waits for nothing fails with its place, long before its test ends.
    actionTimeout: 120_000,
    // Traces cost a sixth of the time. Elsewhere, use `--trace on` for a single test.
    trace: process.env.GITHUB_ACTIONS ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A service worker loads and compiles all scripts again in each test. Only the tests that need one allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      args: [
        // A page of a test lives for seconds, so optimised code would cost more time than it saves.
        '--js-flags=--no-turbofan --no-maglev',
        // Chromium has no sandbox for root. It opens only pages of this project.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
