import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { sampled, scrape } from '../monitoring/scraped.ts';
import type { Store } from '../store.ts';

type Unsent = {
  path?: string;
  token?: string;
  network: string;
  /** The length of the body in the head. */
  length?: number;
  /** The part of the body that is sent. */
  sent?: string;
};

/** A connection that sends the head of a POST and only a part of its body. */
export function beginPost(
  { url }: Store,
  { path = '/plants', token, network, length = 100, sent = '' }: Unsent,
): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  socket
    .setEncoding('utf8')
    .write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}X-Forwarded-For: ${network}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${sent}`,
    );
  return socket;
}

/** The number of requests refused for overload, and the number in progress. */
export async function progress(store: Store, labels: Record<string, string> = {}) {
  const metrics = await scrape(store);
  return {
    refused: sampled(metrics, 'http_requests_shed_total', labels),
    // The request for the metrics is itself in progress.
    held: sampled(metrics, 'http_requests_in_flight') - 1,
  };
}

/** Sends a POST /plants from a network. */
export const postFrom = (store: Store, network: string, token: string, id: number) =>
  store.post({ id, name: 'Fern' }, { authorization: `Bearer ${token}`, 'x-forwarded-for': network });
