import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const patient = new WeakSet<Socket>();

/**
 * Lets a request take longer to arrive than the server's `requestTimeout`, as for a large file. The caller must check
 * that the request makes progress. Returns the function that restores the limit for the next request of the connection.
 */
export function allowSlowUpload({ socket }: IncomingMessage): () => void {
  patient.add(socket);
  return () => void patient.delete(socket);
}

/** Whether the current request of a connection may take longer. Node asks once for each request. */
export const isSlowUploadAllowed = (socket: Socket): boolean => patient.has(socket);
