import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Whether the caller names this media type in `Accept` as one that it takes; `*` names none, and `q=0` excludes. */
export const acceptsByName = ({ headers }: Pick<FastifyRequest, 'headers'>, type: string): boolean =>
  headers.accept !== undefined &&
  headers.accept !== '*/*' &&
  new Negotiator({ headers }).mediaTypes().some((one) => one.toLowerCase() === type);

/** The one of these media types that the caller likes best (RFC 9110, section 12.5.1), if it accepts any of them. */
export const preferredType = <Type extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  types: Type[],
): Type | undefined => new Negotiator({ headers }).mediaType(types) as Type | undefined;
