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
  // Limits a posted body: Next keeps it in memory twice before it knows the sender. No form of the store posts more.
  experimental: {
    proxyClientMaxBodySize: '64kb',
    serverActions: { bodySizeLimit: '64kb' },
    // Few large scripts for each page: Brotli finds repetitions within a file only, and each request has its headers.
    // Few style sheets for each page: it shows nothing before the last one has come.
    cssChunking: { type: 'graph', requestCost: 1_000_000 },
    turbopackChunking: { minChunkSize: 800_000, maxMergeChunkSize: 1_000_000 },
  },
  // Some browsers request /favicon.ico although the pages name another icon.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};

export default config;
