import type { IncomingMessage } from 'node:http';
import { connectionOf } from '../connections/connection.ts';

/**
 * Allows a request, such as a large file, more time than the server's `requestTimeout`. The caller must check that the
 * request makes progress. Returns the function that restores the limit for the next request of the connection.
 */
export function allowSlowUpload({ socket }: IncomingMessage): () => void {
  const connection = connectionOf(socket);
  connection.isUploadSlow = true;
  return () => {
    connection.isUploadSlow = false;
  };
}
