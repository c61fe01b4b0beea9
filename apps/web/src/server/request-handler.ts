import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect, stripVTControlCharacters } from 'node:util';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The handler may come later. Its error goes to the log, and closes the connection. */
export const handleBy =
  (handler: Promise<Handler>) => async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const handle = await handler;
      await handle(request, response);
    } catch (cause) {
      // A message may repeat text of the caller, with escapes for the terminal.
      const text = stripVTControlCharacters(inspect(cause));
      process.stderr.write(`A request to the web failed, and its connection was closed. ${text}\n`);
      response.destroy();
    }
  };
