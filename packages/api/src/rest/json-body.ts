import type { IncomingMessage } from 'node:http';
import { parseJson, StoreError } from '@plant-store/schema';
import { decode, readBytes } from '../limits/body.ts';

/** The JSON body of a request. @throws StoreError in this order: too large, not declared as JSON, not JSON */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  checkMediaType(request);
  return parse(decode(bytes));
}

/** RFC 7396, section 4. */
export const mergePatch = 'application/merge-patch+json';

function checkMediaType({ headers, method }: IncomingMessage) {
  const sent = headers['content-type'];
  const [type = '', ...parameters] = (sent ?? '').toLowerCase().split(';');
  const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(
    parameters.find((one) => /^\s*charset\s*=/.test(one)) ?? '',
  )?.[1];
  if (
    !(type.trim() === 'application/json' || (method === 'PATCH' && type.trim() === mergePatch)) ||
    (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
  )
    throw new StoreError(
      'mediaType',
      `Content-Type must be application/json, in UTF-8; ${sent === undefined ? 'none' : JSON.stringify(sent)} was sent`,
    );
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new StoreError(
      'mediaType',
      `the body must not be compressed; Content-Encoding ${JSON.stringify(encoding)} was sent`,
    );
}

function parse(text: string): unknown {
  if (text.trim() === '') throw new StoreError('malformedJson', 'the body is empty; send a JSON object');
  try {
    return parseJson(text);
  } catch (cause) {
    const reason = (cause as Error).message.replaceAll(/\s+/g, ' ');
    throw new StoreError('malformedJson', `the body is not JSON: ${reason}`, { cause });
  }
}
