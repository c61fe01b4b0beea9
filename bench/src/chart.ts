import { operations, operationTitles } from './operations.ts';
import { usualConnections } from './plan.ts';
import type { Run } from './rounds.ts';
import { servers } from './servers.ts';
import { type Row, rowsOf } from './summary.ts';

const width = 860;
const barLeft = 230;
const barMax = 420;
const barHeight = 13;

/** The colours, for light and dark pages. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #24312a }
  .title { font-size: 15px; font-weight: 600 }
  .note { fill: #5b6a61 }
  .other { fill: #93a39a }
  .ours { fill: #2e7d4f }
  .many { opacity: .55 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e3ebe6 }
    .note { fill: #a3b2a9 }
    .other { fill: #6c7c73 }
    .ours { fill: #5cba84 }
  }`;

/**
 * A bar chart of requests per second at 32 connections, with a panel for each operation. Paler bars show the larger
 * store, if it was measured. `caption` describes machine and time, line by line.
 */
export function chartOf(runs: Run[], caption: string[]): string {
  const rows = rowsOf(runs).filter(({ connections }) => connections === usualConnections);
  const parts: string[] = [];
  let y = 24;
  for (const operation of operations.toReversed()) {
    const panel = rows.filter((row) => row.operation === operation);
    if (panel.length === 0) continue;
    parts.push(text(0, y, `${operationTitles[operation]}, requests per second`, 'title'));
    y = drawPanel(parts, panel, y + 12) + 26;
  }
  for (const line of caption) {
    parts.push(text(0, y, line, 'note'));
    y += 18;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 0 ${width + 32} ${y}" width="${width + 32}" role="img">`,
    `<title>Requests per second at ${usualConnections} connections</title><style>${style}\n</style>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/** Draws the bars of a panel, from `top` downwards. Returns the end of the panel. */
function drawPanel(parts: string[], panel: Row[], top: number): number {
  const fastest = Math.max(...panel.map(speedOf));
  let y = top;
  for (const server of new Set(panel.map((row) => row.server))) {
    const bars = panel.filter((row) => row.server === server);
    parts.push(text(0, y + 11, servers[server].title));
    for (const [index, row] of bars.entries()) {
      const length = Math.max(1, (speedOf(row) / fastest) * barMax);
      const shape = `x="${barLeft}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"`;
      const kind = `${server === 'ours' ? 'ours' : 'other'}${index > 0 ? ' many' : ''}`;
      parts.push(
        `<rect ${shape} class="${kind}"/>`,
        text(barLeft + length + 8, y + 11, labelOf(row), 'note'),
      );
      y += barHeight + 3;
    }
    y += 6;
  }
  return y;
}

const speedOf = ({ requestsPerSecond = 0 }: Row) => requestsPerSecond;

const labelOf = (row: Row) =>
  `${Math.round(speedOf(row)).toLocaleString('en')} · p99 ${row.p99Ms?.toFixed(1)} ms · ${row.plantCount >= 1e6 ? `${row.plantCount / 1e6} M` : `${row.plantCount / 1e3} k`} plants`;

const text = (x: number, y: number, words: string, kind?: string) =>
  `<text x="${x.toFixed(1)}" y="${y}"${kind ? ` class="${kind}"` : ''}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
