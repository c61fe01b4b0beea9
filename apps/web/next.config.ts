import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  turbopack: { root: join(import.meta.dirname, '../..') },
  // The task `types` checks the types. So a build needs no generated code, and the first start is faster.
  typescript: { ignoreBuildErrors: true },
  // No page here needs another size of a picture, so strangers cannot make the server compute one.
  images: { unoptimized: true },
  // Next holds a posted body in memory twice before the sender is known. No form of the store has more.
  experimental: { proxyClientMaxBodySize: '64kb', serverActions: { bodySizeLimit: '64kb' } },
  // Some browsers ask for it whatever icon a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};

export default config;
