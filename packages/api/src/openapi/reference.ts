import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { prefixOf } from '../http/request.ts';
import { document } from './committed-document.ts';

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plant Store API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
`;

const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Swagger UI sets styles on its elements and draws its icons from data: addresses. */
const csp =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const json = JSON.stringify(document);
const servers = JSON.stringify({ servers: document.servers }).slice(1, -1);

/**
 * `/openapi.json`, and `/docs` or `/docs/`, which shows it and sends requests. This server has all files for it, and
 * exact-fetch for programs.
 */
export function registerReference(app: FastifyInstance) {
  const config = { isPublic: true };
  app.get('/openapi.json', { config }, (request, reply) => {
    const prefix = prefixOf(request);
    // All characters of a prefix are unreserved, so the prefix needs no escape.
    const prefixed = prefix === '' ? json : json.replace(servers, `"servers":[{"url":"${prefix}"}]`);
    return reply.type('application/json').send(prefixed);
  });
  app.get('/docs', { config }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', csp).send(page),
  );
  // The addresses in the page are relative to /docs. A relative redirect is right under every prefix.
  app.get('/docs/', { config }, (_request, reply) => reply.redirect('../docs', 308));
  for (const [name, type] of files) {
    app.get(`/docs/${name}`, { config }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(name === 'start.js' ? start : await parts.forceFetch(name)),
    );
  }
}

/** Reads each file once for all requests. Otherwise each slow client would keep its own megabyte in memory. */
const parts = new LRUCache<string, Buffer>({
  max: 10,
  fetchMethod: (name) => {
    const folder = name.startsWith('exact-fetch') ? '.' : 'swagger-ui-dist';
    return readFile(fileURLToPath(import.meta.resolve(`${folder}/${name}`)));
  },
});

const files = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
  ['start.js', 'text/javascript; charset=utf-8'],
  ['exact-fetch.js', 'text/javascript; charset=utf-8'],
  ['exact-fetch.d.ts', 'text/plain; charset=utf-8'],
] as const;
