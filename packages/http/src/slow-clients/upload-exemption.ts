import type { IncomingMessage } from 'node:http';
import { connectionOf } from '../connections/connection.ts';

/** The caller must check that the request makes progress. Returns the function that restores the limit. */
export function allowSlowUpload({ socket }: IncomingMessage): () => void {
  const connection = connectionOf(socket);
  connection.isUploadSlow = true;
  return () => {
    connection.isUploadSlow = false;
  };
}
