import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { Stream } from 'node:stream';
import {
  allowSlowUpload,
  awaitsContinue,
  errorJson,
  forwardedPrefix,
  mustCloseConnection,
} from '@plant-store/http';
import compression from 'compression';
import { createProxyServer } from 'http-proxy-3';

const prefix = '/api';

/**
 * Forwards requests under `/api/` to the API. Both bodies are streamed without a limit. `X-Forwarded-Prefix` names
 * `/api`, after the prefix that an earlier proxy removed: the addresses in the API's answers begin with it.
 */
export function createApiForward(target: string) {
  // toProxy: the path goes on as it came, and is not put in order first, which some cannot be.
  const proxy = createProxyServer({ target, toProxy: true });
  proxy.on('error', (_error, _request, response) => {
    if (response instanceof ServerResponse) answerUnavailable(response);
    else response.destroy();
  });
  proxy.on('proxyReq', (toApi, request) => {
    // The API must see the head at once: it may refuse the request, or time it out, before any of the body arrives.
    if (!request.complete) toApi.flushHeaders();
  });
  proxy.on('proxyRes', ({ headers }, request, response) => {
    // The API closes its connection after each answer. The client's connection closes only if the client or its request
    // requires that.
    headers.connection = response.shouldKeepAlive && !mustCloseConnection(request) ? 'keep-alive' : 'close';
    // The API answers before the end of a body only if it wants no more of it.
    if (!request.complete) request.unpipe().resume();
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    // Headers about this connection alone are not forwarded (RFC 9110, section 7.6.1), nor returned.
    delete request.headers.connection;
    delete request.headers.upgrade;
    // The API sees to it that a file goes on coming.
    response.once('close', allowSlowUpload(request));
    const options = awaitsContinue(request) ? { buffer: bodyOnDemand(request) } : {};
    request.headers['x-forwarded-prefix'] = forwardedPrefix(request.headers['x-forwarded-prefix']) + prefix;
    request.url = request.url?.slice(prefix.length).replace(/^(?!\/)/, '/');
    compress(request, response, () => proxy.web(request, response, options));
  };
}

/**
 * Compresses the answers that pages read. Answers of REST stay unchanged: the ETag of a plant is strong, and names the
 * bytes of one representation (RFC 9110, section 8.8.3.3). Answers to writes stay unchanged too: some contain a
 * secret.
 */
const compress = compression({
  filter: ({ method, url = '' }, response) =>
    method === 'GET' &&
    url.startsWith('/trpc/') &&
    String(response.getHeader('content-type')).startsWith('application/json'),
});

/** The body of a request whose client waits for 100 Continue: it is read as soon as the API says that. */
function bodyOnDemand(request: IncomingMessage): Stream {
  return Object.assign(new Stream(), {
    pipe: (toApi: ClientRequest) => toApi.once('continue', () => request.pipe(toApi)),
  }) as Stream;
}

/** Whether the path belongs to the API: `/api` and everything below it. */
export const isForApi = ({ url = '' }: IncomingMessage) => /^\/api(?=[/?]|$)/.test(url);

function answerUnavailable(response: ServerResponse) {
  // The answer is incomplete: only a reset tells the caller so.
  if (response.headersSent) return void response.destroy();
  const message = 'the store cannot be reached now; try again in a few seconds';
  response
    .writeHead(503, { 'content-type': 'application/json', 'retry-after': '2', 'cache-control': 'no-store' })
    .end(errorJson('unavailable', message));
}
