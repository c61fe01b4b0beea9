import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Connection } from './connection.ts';
import { exchanges, type Measured, type Target } from './operations.ts';
import { median } from './percentiles.ts';

const requests = 30;

/** A TCP relay to a port of this machine. A round trip begins when the client sends after an answer. */
export async function startRelay(port: number) {
  let trips = 0;
  const relay = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let isAnswered = true;
    client.on('data', () => {
      if (isAnswered) trips++;
      isAnswered = false;
    });
    server.on('data', () => {
      isAnswered = true;
    });
    client.pipe(server).pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return { port: (relay.address() as AddressInfo).port, trips: () => trips, close: () => relay.close() };
}

/** The median of the round trips of single requests; other work of the server does not disturb it. */
export async function roundTripsOf(
  target: Target,
  operation: Measured,
  trips: () => number,
  firstId: number,
) {
  const connection = await Connection.open(target.port);
  let id = firstId;
  const next = exchanges(operation, target, () => id++);
  const counts: number[] = [];
  for (let sent = 0; sent < requests; sent++) {
    const { request, isRight } = next();
    const before = trips();
    const { status, body } = await connection.send(request);
    if (status !== 200 || !isRight(body())) throw new Error(`a wrong answer, ${status}: ${body()}`);
    counts.push(trips() - before);
  }
  connection.close();
  return median(counts);
}
