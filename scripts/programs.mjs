const env = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  // Compiled once, and not at each start: it takes half of the time of one, and 20 MB for Node's compiler of TypeScript.
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
};
// V8 lets less garbage pile up between requests, and an import can give memory back: 50 MB together, see decision 0015.
const apiFlags = ['--max-semi-space-size=8', '--expose-gc'];

/** What runs in production: how Node is started in the top folder for each. What is in `deploy` starts them so as well. */
export const programs = [
  { key: 'api', name: 'API', args: [...apiFlags, 'apps/api/src/main.ts'], env },
  { key: 'web', name: 'web app', args: ['apps/web/src/main.ts'], env },
];
