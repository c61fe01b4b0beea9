import type { Store } from '../store.ts';
import { type Metric, parseExposition } from './exposition.ts';

/** What `/metrics` says now. */
export const scrape = async ({ send }: Store) => parseExposition(await (await send('/metrics')).text());

/** The value of the one sample with this name and these labels; 0 where there is none. */
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

/** How often each method, route and status was answered. */
export const requestsOf = (metrics: Map<string, Metric>) =>
  Object.fromEntries(
    metrics
      .get('http_requests_total')
      ?.samples.map(({ labels: { method, route, status }, value }) => [
        `${method} ${route} ${status}`,
        value,
      ]) ?? [],
  );

/** How many requests are being answered now, that which asks included. */
export const inFlight = async (store: Store): Promise<number> =>
  sampled(await scrape(store), 'http_requests_in_flight');
