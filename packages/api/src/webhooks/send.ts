import type { ClientRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createGuard, type Lookup, SendError } from './addresses.ts';
import { endedEarly, plainReason } from './plain-reason.ts';

/**
 * Sends a message, and gives the status of the answer. `isOver` is asked once more when the connection is there: a
 * process may stand still while it connects. @throws SendError if there is no answer, or the reason of `signal`
 */
export type Send = (
  url: string,
  message: { headers: Record<string, string>; body: string },
  signal?: AbortSignal,
  isOver?: () => boolean,
) => Promise<number>;

/** What is read of an answer: its status, headers and body, with all that frames them. */
const answerMaxBytes = 16 * 1024;

/** Most receivers keep an idle connection for longer, so a message seldom meets one that they just closed. */
const idleMs = 4_000;

/**
 * @param allow ranges in the house, as in TRUST_PROXY
 * @param timeoutMs from the lookup to the last byte
 */
export function createSender({
  allow,
  lookup,
  timeoutMs = 15_000,
}: {
  allow: string[];
  lookup?: Lookup;
  timeoutMs?: number;
}): Send {
  const guard = createGuard(allow, lookup);
  const agent = new Agent({
    // A kept connection goes on to the address that was judged when it was made, whatever its name means later.
    keepAlive: true,
    timeout: idleMs,
    // The socket connects to these very addresses: a second lookup could give others.
    lookup: (host, _options, callback) =>
      void guard(host).then(
        (addresses) => callback(null, addresses),
        (error) => callback(error, []),
      ),
    autoSelectFamily: true,
    // These two override the environment. A proxy would look the name up itself.
    proxyEnv: {} as NodeJS.ProcessEnv,
    rejectUnauthorized: true,
  });
  const send: Send = async (url, { headers, body }, signal, isOver = () => false) => {
    signal?.throwIfAborted();
    const host = hostOf(url);
    // Node.js calls no lookup for an address.
    if (isIP(host)) await guard(host);
    const sent = request(url, { method: 'POST', agent, headers });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const late = new SendError(`no whole answer within ${timeoutMs / 1000} s`);
    const timer = setTimeout(reject, timeoutMs, late);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    readAnswer(sent, resolve, (cause) =>
      reject(cause instanceof SendError ? cause : new SendError(plainReason(cause), { cause })),
    );
    const begin = () => void (isOver() ? reject(new SendError('the delivery is over')) : sent.end(body));
    sent.on('socket', (socket) => (sent.reusedSocket ? begin() : socket.once('secureConnect', begin)));
    try {
      return await promise;
    } catch (cause) {
      // Some receivers close a connection after each answer, and do not say so. A new one is never tried twice.
      if (!sent.reusedSocket || (cause as Error).message !== endedEarly) throw cause;
      return send(url, { headers, body }, signal, isOver);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      // Cuts what has not ended. The agent has the connection of a request that has.
      sent.destroy();
    }
  };
  return send;
}

/** The host of a URL, as a resolver reads it: without the brackets of IPv6. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

function readAnswer(sent: ClientRequest, resolve: (status: number) => void, fail: (cause: Error) => void) {
  let status: number | undefined;
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= answerMaxBytes) return;
    if (status === undefined) fail(new SendError('the headers of the answer are too long'));
    else resolve(status);
  };
  sent.on('error', fail);
  // Node.js leaves an answer that changes the protocol (101) without an error.
  sent.on('close', () => {
    if (status === undefined) fail(new SendError(endedEarly));
  });
  sent.on('socket', (socket) => {
    socket.on('data', count);
    sent.once('close', () => socket.off('data', count));
  });
  sent.on('response', (answer) => {
    const { statusCode = 0 } = answer;
    status = statusCode;
    answer
      .on('error', fail)
      .on('end', () => resolve(statusCode))
      .resume();
  });
}

/** A request does not wait longer for a resolver. */
const patienceMs = 2_000;

/** Gives a function that says why a URL cannot be called now, if so. @param allow ranges in the house */
export function createReceiverCheck(allow: string[]): (url: string) => Promise<string | undefined> {
  const guard = createGuard(allow);
  return (url) => {
    const judged = guard(hostOf(url)).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    return Promise.race([judged, pause(patienceMs, undefined, { ref: false })]);
  };
}
