import type { FastifyRequest } from 'fastify';
import { prefixOf } from './request.ts';

/** The `Link` to the next page of a list (RFC 8288): the address of the request with the cursor of that page, as `name`. */
export function linkToNext(request: FastifyRequest, nextCursor: string, name = 'cursor'): string {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  searchParams.set(name, nextCursor);
  return `<${prefixOf(request)}${pathname}?${searchParams}>; rel="next"`;
}
