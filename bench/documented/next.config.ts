import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  agentRules: false,
  turbopack: { root: join(import.meta.dirname, '../..') },
  // The task `types` of this package checks the types.
  typescript: { ignoreBuildErrors: true },
};

export default config;
