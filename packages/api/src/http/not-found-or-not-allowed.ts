import { StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefixOf } from './request.ts';
import { sendError } from './response.ts';

/** Answers requests without a route: 405 with `Allow` (RFC 9110, 15.5.6) or 404. @returns the handler that does so */
export function registerNotFoundOrNotAllowed(app: FastifyInstance) {
  const routes: { url: string; pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
    routes.push({ url, pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  // No parser reads the body of a request without a route; routes have their own parsers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const found = routes.filter(({ pattern }) => pattern.test(path));
    // A fixed word, such as "bulk" in /plants/bulk, is not an id.
    const exact = found.filter(({ url }) => url === path);
    const allowed = (exact.length > 0 ? exact : found).flatMap(({ methods }) => methods);
    const error = allowed.length > 0 ? notAllowed(request.method, allowed) : notFound(prefixOf(request));
    return sendError(request, reply, error);
  };
  app.setNotFoundHandler(answer);
  return answer;
}

function notAllowed(method: string, allowed: string[]): StoreError {
  const methods = [...new Set(allowed)].sort();
  const allow = methods.join(', ');
  return new StoreError('methodNotAllowed', `${method} is not allowed here; allowed: ${allow}`, {
    headers: { Allow: allow },
  });
}

const notFound = (prefix: string) =>
  new StoreError('notFound', `nothing was found at this URL; see ${prefix}/docs for all routes`);
