import type { Store } from '../store.ts';
import { type Metric, parseExposition } from './exposition.ts';

/** The current content of `/metrics`. */
export const scrape = async ({ send }: Store) => parseExposition(await (await send('/metrics')).text());

/** The value of the only sample with this name and these labels; 0 if there is none. */
export function sampled(
  metrics: Map<string, Metric>,
  name: string,
  labels: Record<string, string> = {},
): number {
  const metric = metrics.get(name) ?? metrics.get(name.replace(/_(bucket|sum|count)$/, ''));
  const samples = metric?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return samples?.reduce((sum, { value }) => sum + value, 0) ?? 0;
}

/** The number of answers for each method, route and status. */
export const requestsOf = (metrics: Map<string, Metric>) =>
  Object.fromEntries(
    metrics
      .get('http_requests_total')
      ?.samples.map(({ labels: { method, route, status }, value }) => [
        `${method} ${route} ${status}`,
        value,
      ]) ?? [],
  );

/** The number of requests in progress, with the request that reads it. */
export const inFlight = async (store: Store): Promise<number> =>
  sampled(await scrape(store), 'http_requests_in_flight');
