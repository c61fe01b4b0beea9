// The types of @types/compression come with all of Express.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Compresses a response with the coding that the request prefers. */
  export default function compression(options: {
    filter: (request: IncomingMessage, response: ServerResponse) => boolean;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
