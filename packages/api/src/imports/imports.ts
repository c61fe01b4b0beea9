import { Readable } from 'node:stream';
import { imports } from '@plant-store/db';
import { allowSlowUpload, slots } from '@plant-store/http';
import { type ImportResult, Int64Text, StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { authorize } from '../auth/permission.ts';
import type { Context } from '../context/context.ts';
import { toStoreError } from '../http/errors.ts';
import { noLines, sendError, sendJson } from '../http/response.ts';
import { idempotentInitiatorOf } from '../procedures/base/idempotency.ts';
import { bodyPieces } from './import-body.ts';
import { progressLines, progressOf, wantsProgress } from './import-progress.ts';
import { hashOfRequest, type ImportRequest, importRequest } from './import-request.ts';

const scope = 'imports';

/** No tRPC procedures: those have their whole input in memory, and a file may have any size. */
export function registerImports(app: FastifyInstance) {
  app.register(async (edge) => {
    // `bodyPieces` reads the bodies.
    edge.removeAllContentTypeParsers();
    edge.addContentTypeParser('*', (_request, _payload, done) => done(null));
    edge.addHook('onRequest', (request, _reply, done) => {
      authorize(request.context, scope);
      done();
    });
    // This runs before Fastify's check of the Content-Type, whose messages are about JSON.
    const onRequest: onRequestHookHandler = (request, _reply, done) => {
      importRequest(request);
      done();
    };
    edge.post('/imports', { onRequest }, (request, reply) => run(request, reply, request.context));
    edge.get('/imports/:id/annotated', (request, reply) => annotated(request, reply, request.context));
  });
}

async function run(request: FastifyRequest, reply: FastifyReply, ctx: Context) {
  const wanted = importRequest(request);
  const caller = authorize(ctx, scope);
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished)
      controller.abort(new StoreError('badRequest', 'the client disconnected; nothing was stored'));
  });
  const lines = wantsProgress(request) ? progressLines(request, reply) : undefined;
  const endSlowUpload = allowSlowUpload(request.raw);
  try {
    const result = await store(request, ctx, caller, wanted, {
      signal: controller.signal,
      ...(lines && { onProgress: (progress) => lines.tell(progressOf(progress)) }),
    });
    reply.headers(lines?.hasBegun() ? {} : ctx.response.headers);
    if (!lines) return sendJson(reply, 200, result);
    lines.end(result);
  } catch (cause) {
    if (!lines?.hasBegun()) return sendError(request, reply, cause);
    const error = toStoreError(cause);
    if (error.code === 'internal') request.log.error({ err: error.cause }, 'request failed');
    lines.fail(error);
  } finally {
    endSlowUpload();
  }
  return reply;
}

async function store(
  request: FastifyRequest,
  ctx: Context,
  caller: Caller,
  wanted: ImportRequest,
  watching: Parameters<typeof imports.run>[3],
): Promise<ImportResult> {
  const { idempotencyKey, ...by } = idempotentInitiatorOf({ ...ctx, caller }, 'imports.run', {});
  const ofImport = idempotencyKey && { ...idempotencyKey, hash: hashOfRequest(wanted) };
  const bytes = bodyPieces(request.raw, async () => {
    // The token may have ended while the file arrived.
    await ctx.identify();
    authorize(ctx, scope);
  });
  const { id, errors, warnings, ...counts } = await imports.run(
    ctx.db,
    { bytes, ...wanted },
    { ...by, idempotencyKey: wanted.isDryRun ? undefined : ofImport },
    watching,
  );
  const receipt = wanted.isDryRun ? {} : { receipt: id };
  return { ...counts, ...receipt, errors, warnings, annotated: `${ctx.prefix}/imports/${id}/annotated` };
}

async function annotated(request: FastifyRequest, reply: FastifyReply, { db }: Context) {
  const { success, data: id } = Int64Text.safeParse((request.params as { id: string }).id);
  if (!success) throw new StoreError('invalidField', 'id must be the id of an import');
  slots.countExport(request.raw);
  const { name, format, text } = await imports.annotated(db, id);
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
  return reply
    .header('content-type', type)
    .header('content-disposition', disposition(name, format === 'csv' ? 'csv' : 'ndjson'))
    .send(Readable.from(request.method === 'HEAD' ? noLines : text));
}

/** The Content-Disposition of the annotated file: the original name with an addition (RFC 6266, 4.3, and RFC 8187). */
function disposition(name: string | undefined, ending: string): string {
  const [, stem = 'plants', own = `.${ending}`] =
    /^(.*?)(?:\.annotated)?(\.\w{1,8})?$/s.exec(name ?? '') ?? [];
  const full = `${stem || 'plants'}.annotated${own}`;
  const plain = full.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(full).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
