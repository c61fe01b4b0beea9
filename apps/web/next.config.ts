import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  turbopack: { root: join(import.meta.dirname, '../..') },
  // The task `types` checks them; a build then needs nothing generated, and is done sooner at the first start.
  typescript: { ignoreBuildErrors: true },
  // Nothing here makes other sizes of a picture, so nobody is to have it done.
  images: { unoptimized: true },
  // What is posted is held in memory twice over, before it is known who posts it; no form of ours has more.
  experimental: { proxyClientMaxBodySize: '64kb', serverActions: { bodySizeLimit: '64kb' } },
  // Some browsers ask for it whatever icon a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};

export default config;
