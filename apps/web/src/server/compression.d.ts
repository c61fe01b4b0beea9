// Own types for compression: @types/compression depends on the types of Express.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default function compression(options: {
    filter: (request: IncomingMessage, response: ServerResponse) => boolean;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
