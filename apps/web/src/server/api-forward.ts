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
 * Forwards requests under `/api/` to the API. Both bodies are streamed without a limit. `X-Forwarded-Prefix` is `/api`,
 * after any prefix that an earlier proxy removed. Addresses in the API's answers begin with this prefix.
 */
export function createApiForward(target: string) {
  // toProxy: the path is forwarded unchanged, because some paths cannot be normalised.
  const proxy = createProxyServer({ target, toProxy: true });
  const logFailure = failureLog(target);
  /** The answers that may wait for an event. */
  const following = new Set<ServerResponse>();
  proxy.on('error', (cause, _request, response) => {
    // Without a client there is nothing to answer.
    if (!response.destroyed) logFailure(cause);
    if (response instanceof ServerResponse) answerUnavailable(response);
    else response.destroy();
  });
  proxy.on('proxyReq', (toApi, request) => {
    // Sends the head first: the API may refuse the request, or end it after a timeout, before the body arrives.
    if (!request.complete) toApi.flushHeaders();
  });
  proxy.on('proxyRes', (answer, request, response) => {
    const { headers } = answer;
    // The API closes its connection after each answer. The connection to the client stays open, unless the client or
    // its request requires a close.
    headers.connection = response.shouldKeepAlive && !mustCloseConnection(request) ? 'keep-alive' : 'close';
    // If the API answers before the end of a body, it does not need the rest of the body.
    if (!request.complete) request.unpipe().resume();
    // The client must not take a part for the whole, or wait for the rest.
    answer.once('close', () => answer.complete || response.destroy());
  });
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    // Headers of one connection are not forwarded in either direction (RFC 9110, section 7.6.1).
    delete request.headers.connection;
    delete request.headers.upgrade;
    // The API limits how slowly a file may arrive.
    response.once('close', allowSlowUpload(request));
    const options = awaitsContinue(request) ? { buffer: bodyOnDemand(request) } : {};
    request.headers['x-forwarded-prefix'] = forwardedPrefix(request.headers['x-forwarded-prefix']) + prefix;
    request.url = request.url?.slice(prefix.length).replace(/^(?!\/)/, '/');
    if (/^\/(?:trpc\/events\.list|events)(?:\?|$)/.test(request.url ?? '')) {
      following.add(response);
      response.once('close', () => following.delete(response));
    }
    compress(request, response, () => proxy.web(request, response, options));
  };
  return Object.assign(forward, {
    /** For a server that closes: it would wait half a minute for them. Their clients ask again. */
    endFollowing: () => following.forEach(answerUnavailable),
  });
}

/**
 * Compresses the answers that pages read. REST answers stay unchanged: the ETag of a plant is strong, so it identifies
 * the bytes of one representation (RFC 9110, section 8.8.3.3). Answers to writes stay unchanged too: some contain a
 * secret.
 */
const compress = compression({
  filter: ({ method, url = '' }, response) =>
    method === 'GET' &&
    url.startsWith('/trpc/') &&
    String(response.getHeader('content-type')).startsWith('application/json'),
});

/** The body of a request whose client waits for 100 Continue. It is read as soon as the API sends 100. */
function bodyOnDemand(request: IncomingMessage): Stream {
  return Object.assign(new Stream(), {
    pipe: (toApi: ClientRequest) => toApi.once('continue', () => request.pipe(toApi)),
  }) as Stream;
}

/** True if the path belongs to the API: `/api` and all paths below. */
export const isForApi = ({ url = '' }: IncomingMessage) => /^\/api(?=[/?]|$)/.test(url);

const minuteMs = 60_000;

/** Writes failures to the log, at most one a minute: while the API is down, every request fails. */
function failureLog(target: string) {
  let mutedUntil = 0;
  return ({ code, message }: NodeJS.ErrnoException) => {
    if (Date.now() < mutedUntil) return;
    mutedUntil = Date.now() + minuteMs;
    process.stderr.write(`The API at ${target} failed in a request: ${code ?? message}\n`);
  };
}

function answerUnavailable(response: ServerResponse) {
  // Part of the answer was sent already: only a reset shows the caller that the rest is missing.
  if (response.headersSent) return void response.destroy();
  const message = 'the store cannot be reached now; try again in a few seconds';
  response
    .writeHead(503, { 'content-type': 'application/json', 'retry-after': '2', 'cache-control': 'no-store' })
    .end(errorJson('unavailable', message));
}
