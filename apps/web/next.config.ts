import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  turbopack: { root: join(import.meta.dirname, '../..') },
  // The task `types` checks types, not the build. So a build needs no generated code, and the first start is faster.
  typescript: { ignoreBuildErrors: true },
  // Pages use pictures in their original size only. Resizing would let strangers use the server's time.
  images: { unoptimized: true },
  // Limits a posted body, as Next keeps two copies of it in memory before it knows the sender. Forms of the store are
  // smaller.
  experimental: { proxyClientMaxBodySize: '64kb', serverActions: { bodySizeLimit: '64kb' } },
  // Some browsers request /favicon.ico although the pages name another icon.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};

export default config;
