import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const patient = new WeakSet<Socket>();

/**
 * Allows a request, such as a large file, more time than the server's `requestTimeout`. The caller must check that the
 * request makes progress. Returns the function that restores the limit for the next request of the connection.
 */
export function allowSlowUpload({ socket }: IncomingMessage): () => void {
  patient.add(socket);
  return () => void patient.delete(socket);
}

/** Whether the current request of a connection has more time. Node asks once for each request. */
export const isSlowUploadAllowed = (socket: Socket): boolean => patient.has(socket);
