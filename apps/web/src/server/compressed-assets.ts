import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';

const prefix = '/_next/static/';

/**
 * Serves the Brotli copies of scripts and styles that the build has put into `folder`. `isFor` tells whether there is
 * one for a request and the client accepts it; all other requests are left to Next.
 */
export async function openCompressedAssets(folder: string) {
  const names = await readdir(folder, { recursive: true });
  const files = new Map(
    names
      .filter((name) => name.endsWith('.br'))
      .map((name) => [prefix + name.slice(0, -'.br'.length).split(sep).join('/'), join(folder, name)]),
  );
  const fileOf = ({ url = '' }: IncomingMessage) => files.get(url.replace(/\?.*/, ''));
  return {
    isFor: (request: IncomingMessage): boolean =>
      (request.method === 'GET' || request.method === 'HEAD') &&
      acceptsBrotli(request) &&
      fileOf(request) !== undefined,
    send: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const file = fileOf(request) ?? '';
      const body = await readFile(file);
      response.writeHead(200, {
        ...headers,
        'content-type': `${file.endsWith('.css.br') ? 'text/css' : 'application/javascript'}; charset=UTF-8`,
        'content-length': body.length,
      });
      response.end(body);
    },
  };
}

const acceptsBrotli = ({ headers }: IncomingMessage): boolean =>
  /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(String(headers['accept-encoding'] ?? ''));

/** Those that Next and next.config.ts give the uncompressed file. */
const headers = {
  'content-encoding': 'br',
  vary: 'Accept-Encoding',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
