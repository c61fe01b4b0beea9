import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Whether `Accept` names this media type; `*` names none, and `q=0` excludes a type. */
export const acceptsByName = ({ headers }: Pick<FastifyRequest, 'headers'>, type: string): boolean =>
  headers.accept !== undefined &&
  headers.accept !== '*/*' &&
  new Negotiator({ headers }).mediaTypes().some((one) => one.toLowerCase() === type);

/** The accepted media type with the highest preference (RFC 9110, section 12.5.1); `undefined` if none is accepted. */
export const preferredType = <Type extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  types: Type[],
): Type | undefined => new Negotiator({ headers }).mediaType(types) as Type | undefined;
