import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOST } from './front.ts';

type Answer = { status: number; text?: string };

/** Calls `reset` for a POST to the returned address, which only readers of the sandbox's output know. */
export async function startResetServer(reset: () => Promise<void>): Promise<string> {
  const path = `/${randomBytes(16).toString('hex')}`;
  const server = createServer(async (request, response) => {
    const own = server.address() as AddressInfo;
    const { status, text = '' } = refusalOf(request, `${HOST}:${own.port}`, path) ?? (await answerOf(reset));
    request.resume();
    response.writeHead(status, {
      'content-type': 'text/plain',
      'cache-control': 'no-store',
      ...(status === 405 && { allow: 'POST' }),
    });
    response.end(text && `${text}\n`);
  });
  await once(server.listen(0, HOST), 'listening');
  return `http://${HOST}:${(server.address() as AddressInfo).port}${path}`;
}

function refusalOf(
  { method, url, headers }: IncomingMessage,
  host: string,
  path: string,
): Answer | undefined {
  // A page in a browser sends Origin, or Host with the name of its own site.
  if (headers.host !== host || headers.origin !== undefined)
    return {
      status: 403,
      text: 'Only programs may reset a sandbox, at its resetUrl, and no pages in a browser.',
    };
  if (url !== path)
    return { status: 404, text: 'Nothing is here. The line that the sandbox printed has its resetUrl.' };
  if (method !== 'POST') return { status: 405, text: 'Send POST to reset the sandbox.' };
  return undefined;
}

async function answerOf(reset: () => Promise<void>): Promise<Answer> {
  try {
    await reset();
    return { status: 204 };
  } catch (cause) {
    return { status: 500, text: `The sandbox is unchanged. ${(cause as Error).message}` };
  }
}
