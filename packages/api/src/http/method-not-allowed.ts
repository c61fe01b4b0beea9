import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';
import { sendError } from './response.ts';

/**
 * Answers requests without a route: 405 and `Allow` if the path has other methods (RFC 9110, section 15.5.6), else
 * 404.
 */
export function registerNotFound(app: FastifyInstance) {
  const routes: { url: string; pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
    routes.push({ url, pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  // No parser reads the body of a request without a route; routes have their own parsers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const found = routes.filter(({ pattern }) => pattern.test(path));
    // A fixed word, such as "bulk" in /plants/bulk, is not an id.
    const exact = found.filter(({ url }) => url === path);
    const allowed = (exact.length > 0 ? exact : found).flatMap(({ methods }) => methods);
    return sendError(
      request,
      reply,
      allowed.length > 0 ? notAllowed(request.method, allowed) : nothingHere(),
    );
  });
}

function notAllowed(method: string, allowed: string[]): StoreError {
  const methods = [...new Set(allowed)].sort();
  const allow = methods.join(', ');
  return new StoreError('methodNotAllowed', `${method} is not allowed here; allowed: ${allow}`, {
    headers: { Allow: allow },
  });
}

const nothingHere = () =>
  new StoreError('notFound', 'nothing was found at this URL; see /docs for all routes');
