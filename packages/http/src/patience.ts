import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const patient = new WeakSet<Socket>();

/**
 * Lets a request take longer to arrive than the server's `requestTimeout`, as a large file does. Whoever asks for this
 * sees to it that the request goes on coming. Returns the function that ends it, for the next request of the connection.
 */
export function letTakeTime({ socket }: IncomingMessage): () => void {
  patient.add(socket);
  return () => void patient.delete(socket);
}

/** Whether that was done for the request that now comes in on a connection. Node asks once for each request. */
export const mayTakeTime = (socket: Socket): boolean => patient.has(socket);
