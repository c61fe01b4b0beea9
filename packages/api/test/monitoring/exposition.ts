/** A metric with its samples, as Prometheus reads them. */
export type Metric = { type: string; help: string; samples: Sample[] };
type Sample = { name: string; labels: Record<string, string>; value: number };

const headPattern = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const samplePattern =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]?Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const labelPattern = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

/**
 * Reads the text format of Prometheus, version 0.0.4, strictly: HELP, TYPE and samples of each metric together and
 * once, and a line break after every line. @throws Error that quotes the invalid line
 */
export function parseExposition(text: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>();
  if (!text.endsWith('\n')) throw new Error('the last line is not ended');
  let current = '';
  for (const line of text.trimEnd().split('\n')) {
    if (line === '') continue;
    const [, keyword, name = '', rest = ''] = headPattern.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (metrics.has(name)) throw new Error(`twice: ${line}`);
      metrics.set(name, { type: '', help: rest, samples: [] });
      current = name;
    } else if (keyword === 'TYPE') {
      const metric = metrics.get(name);
      if (!metric || current !== name || metric.type || metric.samples.length)
        throw new Error(`astray: ${line}`);
      if (!/^(counter|gauge|histogram)$/.test(rest)) throw new Error(`no such type: ${line}`);
      metric.type = rest;
    } else addSample(metrics.get(current), current, line);
  }
  for (const [name, metric] of metrics) check(name, metric);
  return metrics;
}

function addSample(metric: Metric | undefined, metricName: string, line: string) {
  const [, name, labelText = '', value = ''] = samplePattern.exec(line) ?? [];
  if (!metric?.type || name === undefined) throw new Error(`not a sample: ${line}`);
  const suffix = name.startsWith(metricName) ? name.slice(metricName.length) : undefined;
  const isMember = metric.type === 'histogram' ? /^_(bucket|sum|count)$/.test(suffix ?? '') : suffix === '';
  if (!isMember) throw new Error(`a sample of another metric: ${line}`);
  const labels: Record<string, string> = {};
  labelPattern.lastIndex = 0;
  while (labelPattern.lastIndex < labelText.length) {
    const [, label, escaped = ''] = labelPattern.exec(labelText) ?? [];
    if (label === undefined || label in labels) throw new Error(`labels: ${line}`);
    labels[label] = escaped.replaceAll(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char));
  }
  metric.samples.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) });
}

function check(name: string, { type, samples }: Metric) {
  if (!type) throw new Error(`${name} has no type`);
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).sort()]));
  if (new Set(keys).size !== keys.length) throw new Error(`${name} has a sample twice`);
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is a counter without _total`);
  if (type === 'histogram') for (const series of seriesOf(name, samples)) checkSeries(name, series);
}

/** The samples of a histogram with equal labels, except `le`. */
function seriesOf(name: string, samples: Sample[]): Sample[][] {
  const series = Object.groupBy(samples, ({ labels: { le, ...labels } }) =>
    JSON.stringify(Object.entries(labels).sort()),
  );
  if (samples.length === 0 && !name.startsWith('http_')) throw new Error(`${name} has no samples`);
  return Object.values(series) as Sample[][];
}

function checkSeries(name: string, samples: Sample[]) {
  const only = (suffix: string) => samples.filter((sample) => sample.name === name + suffix);
  const buckets = only('_bucket').map(
    ({ labels, value }) => [Number(labels.le?.replace('Inf', 'Infinity')), value] as const,
  );
  const [sum, count] = [only('_sum'), only('_count')];
  if (sum.length !== 1 || count.length !== 1) throw new Error(`${name} has not one sum and one count`);
  if (buckets.at(-1)?.[0] !== Infinity || buckets.at(-1)?.[1] !== count[0]?.value)
    throw new Error(`the last bucket of ${name} is not +Inf with its count`);
  buckets.reduce(
    (below, bucket) => {
      if (!(bucket[0] > below[0] && bucket[1] >= below[1]))
        throw new Error(`${name} is not cumulative at le=${bucket[0]}`);
      return bucket;
    },
    [-Infinity, 0] as const,
  );
}
