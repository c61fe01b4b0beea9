import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  turbopack: { root: join(import.meta.dirname, '../..') },
  // The build does not check types: the task `types` does. So a build needs no generated code, and the first start is
  // faster.
  typescript: { ignoreBuildErrors: true },
  // The pages need pictures in their original size only. With resizing off, strangers cannot make the server compute.
  images: { unoptimized: true },
  // Limits a posted body: Next keeps it in memory twice before it knows the sender. No form of the store posts more.
  experimental: { proxyClientMaxBodySize: '64kb', serverActions: { bodySizeLimit: '64kb' } },
  // Some browsers request /favicon.ico although the pages name another icon.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};

export default config;
