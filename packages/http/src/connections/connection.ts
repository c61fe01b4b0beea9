import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Connection = {
  /** `undefined` before the first request, and for a WebSocket. */
  latest?: ServerResponse;
  /** The responses that are not completely sent, or whose request has not completely arrived. */
  readonly underWay: Set<ServerResponse>;
  isUploadSlow?: boolean;
  isRefused?: boolean;
  isLingering?: boolean;
  /** The bytes that the client had taken when it last made progress, and the checks since then. */
  reading?: { taken: number; checks: number } | undefined;
  client?: { forwarded: string | string[] | undefined; network: string };
};

const known = new WeakMap<Socket, Connection>();

/** The only registry of connections: each part of this package keeps its facts here. */
export function connectionOf(socket: Socket): Connection {
  let connection = known.get(socket);
  if (!connection) {
    connection = { underWay: new Set() };
    known.set(socket, connection);
  }
  return connection;
}

/** The open connections of a server, with their requests. Node does not count new connections and WebSockets as idle. */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const connection = connectionOf(request.socket);
    connection.latest = response;
    connection.underWay.add(response);
    const forget = () => connection.underWay.delete(response);
    response.once('close', () => (request.complete ? forget() : request.once('close', forget)));
  });
  return open;
}
