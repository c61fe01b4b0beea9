import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const patient = new WeakSet<Socket>();

/**
 * Lets a request take longer to arrive than the server's `requestTimeout`, as a large file does. Whoever asks for this
 * sees to it that the request goes on coming. Gives what ends it, for the next request of the connection, which may then
 * be silent for `silenceMs`: as long as before, unless it is said.
 */
export function letTakeTime({ socket }: IncomingMessage, silenceMs = socket.timeout): () => void {
  patient.add(socket);
  // And while nothing is sent or read: before it is answered, work may have to be done that takes long.
  socket.setTimeout(0);
  return () => {
    patient.delete(socket);
    if (silenceMs) socket.setTimeout(silenceMs);
  };
}

/** Whether that was done for the request that now comes in on a connection. Node asks once for each request. */
export const mayTakeTime = (socket: Socket): boolean => patient.has(socket);
