import { Readable } from 'node:stream';
import { otherWork } from '@plant-store/db';
import { slots } from '@plant-store/http';
import type { PlantFileFormat } from '@plant-store/plant-files';
import { limitMax } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from '../http/accept.ts';
import { linkToNext } from '../http/page-link.ts';
import { noLines } from '../http/response.ts';
import type { ExportedFile } from '../procedures/base/rest-meta.ts';
import { call, type RestRoute } from './routes.ts';

/** The media types of a list besides JSON (RFC 4180 and RFC 7111; ndjson.org). */
export const exportTypes: Record<PlantFileFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
};

const formats: Record<string, PlantFileFormat> = {
  [exportTypes.csv]: 'csv',
  [`${exportTypes.ndjson}; charset=utf-8`]: 'ndjson',
};
const fileTypes = Object.keys(formats);
const listTypes = ['application/json; charset=utf-8', ...fileTypes];

/**
 * The file format that the caller prefers: to JSON, if any; at an address of files CSV by default, as generated clients
 * may accept only the JSON of errors.
 */
export function wantedFile(request: FastifyRequest, { isFile }: RestRoute): PlantFileFormat | undefined {
  const { accept } = request.headers;
  const byDefault = isFile ? 'csv' : undefined;
  if (accept === undefined || accept === '*/*') return byDefault;
  return formats[preferredType(request, isFile ? fileTypes : listTypes) ?? ''] ?? byDefault;
}

/** The maximum time for other requests before a further page of a file, in milliseconds. */
const otherWorkMs = 50;

/** Reads pages as the caller reads, so memory stays small. An unreadable page ends the connection within the file. */
export async function sendFile(
  reply: FastifyReply,
  route: RestRoute & { exported: ExportedFile },
  format: PlantFileFormat,
  input: Record<string, unknown>,
) {
  const { context: ctx, raw } = reply.request;
  const { name, writer: writerOf, ofAll } = route.exported;
  const isOnePage = input.limit !== undefined;
  ctx.isExport = !isOnePage;
  if (ctx.isExport) slots.countExport(raw);
  const read = async (cursor = input.cursor) => {
    const query = { ...input, limit: input.limit ?? limitMax, ...(cursor !== undefined && { cursor }) };
    const page = await call(route, ctx, query);
    // The token may end while the file is sent.
    await ctx.identify();
    return page as { items: never[]; nextCursor?: string };
  };
  const isAll = Object.keys(input).every((parameter) => parameter === 'sort');
  const headerOfAll = ofAll && isAll && ([ofAll.header, await ofAll.read(ctx.db)] as const);
  // Errors of the request are answered before the file begins, without its headers.
  const first = await read();
  if (headerOfAll) reply.header(...headerOfAll);
  const writer = writerOf(format);
  async function* lines() {
    yield writer.head;
    for (let page = first; ; page = await read(page.nextCursor)) {
      yield writer.lines(page.items);
      if (isOnePage || page.nextCursor === undefined) return;
      await otherWork(otherWorkMs);
    }
  }
  if (isOnePage && first.nextCursor !== undefined)
    reply.header('link', linkToNext(reply.request, first.nextCursor));
  const file = `${name}-${new Date().toISOString().slice(0, 10)}.${format}`;
  return reply
    .header('content-type', exportTypes[format])
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(Readable.from(reply.request.method === 'HEAD' ? noLines : lines()));
}
