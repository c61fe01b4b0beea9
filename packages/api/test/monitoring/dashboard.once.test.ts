import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startStore } from '../store.ts';
import { scrape } from './scraped.ts';

const docs = join(import.meta.dirname, '../../../../docs');
type Panel = { title: string; description: string; targets: { expr: string }[] };
const dashboard = JSON.parse(readFileSync(join(docs, 'grafana/plant-store.json'), 'utf8')) as {
  panels: Panel[];
  templating: { list: { definition?: string }[] };
};
const queries = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ definition }) => definition ?? []),
];

async function exported() {
  const store = await startStore();
  await store.post({ id: 1, name: 'Fern' });
  return scrape(store);
}

/** The time series of a query: the names before selectors, or in functions for labels. */
const seriesIn = (query: string) =>
  [...query.matchAll(/([a-z][a-z0-9_]*)\{|label_values\(([a-z][a-z0-9_]*),/g)].map(
    ([, selected, labelled]) => selected ?? labelled ?? '',
  );

test('the dashboard shows every exported metric, and no other', async () => {
  const metrics = await exported();
  const metricOf = (series: string) => {
    const histogram = series.replace(/_(bucket|sum|count)$/, '');
    return metrics.get(histogram)?.type === 'histogram' && histogram !== series ? histogram : series;
  };
  const shown = new Set(queries.flatMap(seriesIn).map(metricOf));
  expect([...shown].sort()).toEqual([...metrics.keys()].sort());
});

test('the dashboard uses only existing labels', async () => {
  const labels = new Set(
    [...(await exported()).values()].flatMap(({ samples }) =>
      samples.flatMap((sample) => Object.keys(sample.labels)),
    ),
  );
  // Prometheus adds these labels itself.
  for (const label of ['job', 'instance']) labels.add(label);
  const asked = queries.flatMap((query) => [
    ...[...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
    ...[...query.matchAll(/([a-z]+)(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label),
  ]);
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((label) => !labels.has(label))).toEqual([]);
});

test('counters and histograms are shown as rates, which survive a restart', () => {
  const growing = queries.flatMap((query) => [
    ...query.matchAll(/(.{0,5})\b\w+_(?:total|bucket|sum|count)\{/g),
  ]);
  expect(growing.length).toBeGreaterThan(8);
  for (const [text, before] of growing) expect(before, text).toBe('rate(');
});

test('docs/observability.md describes every exported metric, and no other', async () => {
  const page = readFileSync(join(docs, 'observability.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual([...(await exported()).keys()].sort());
});
