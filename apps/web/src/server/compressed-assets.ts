import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';

const prefix = '/_next/static/';

/** Next answers a request without a copy, or from a client without Brotli. */
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
        ...copyHeaders,
        'content-type': `${file.endsWith('.css.br') ? 'text/css' : 'application/javascript'}; charset=UTF-8`,
        'content-length': body.length,
      });
      response.end(body);
    },
  };
}

/** True if `Accept-Encoding` names Brotli with a weight above 0 (RFC 9110, section 12.5.3). */
function acceptsBrotli({ headers }: IncomingMessage): boolean {
  const codings = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',');
  return codings.some((one) => {
    const [coding, weight = 'q=1'] = one.split(';').map((part) => part.trim());
    return coding === 'br' && Number(weight.replace('q=', '')) > 0;
  });
}

/** The uncompressed file from Next has the same `cache-control`. */
const copyHeaders = {
  'content-encoding': 'br',
  vary: 'Accept-Encoding',
  'cache-control': 'public, max-age=31536000, immutable',
};
