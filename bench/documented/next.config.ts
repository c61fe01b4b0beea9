import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  agentRules: false,
  turbopack: { root: join(import.meta.dirname, '../..') },
  // Types are checked by the task `types` of this package.
  typescript: { ignoreBuildErrors: true },
};

export default config;
