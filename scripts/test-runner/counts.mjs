import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export function sum(counts) {
  const total = (key) => counts.reduce((before, one) => before + one[key], 0);
  const notes = counts.flatMap((one) => one.notes);
  const skipped = counts.flatMap((one) => one.skipped);
  return { passed: total('passed'), failed: total('failed'), skipped, notes };
}

export const failure = (note) => ({ passed: 0, failed: 1, skipped: [], notes: [note] });

/** Counts a JUnit report, and names its skipped tests. A missing or cut one, or none with a passed test, counts as one failure. */
export function countReport(file, folder = '') {
  let cases;
  try {
    cases = casesOf(readFileSync(file, 'utf8'));
  } catch {
    return failure(`no report: the runner crashed or never ran (${file})`);
  }
  const skipped = cases.filter(({ inside }) => inside.includes('<skipped'));
  const failed = cases.filter((one) => !skipped.includes(one) && /<(failure|error)\b/.test(one.inside));
  const passed = cases.length - skipped.length - failed.length;
  const notes = failed.map((one) => described(one, folder));
  if (notes.length === 0 && passed === 0) notes.push(`no test ran (${file})`);
  return { passed, failed: notes.length, skipped: skipped.map((one) => described(one, folder)), notes };
}

function casesOf(xml) {
  if (!xml.trimEnd().endsWith('</testsuites>')) throw new Error('The report is cut.');
  const text = xml.replaceAll(/<!\[CDATA\[(.*?)\]\]>/gs, (_, plain) => plain.replaceAll('<', '&lt;'));
  const cases = text.matchAll(/<testcase((?:\s+\w+="[^"]*")*)\s*(?:\/>|>(.*?)<\/testcase>)/gs);
  return [...cases].map(([, attributes, inside = '']) => ({ attributes, inside }));
}

function described({ attributes, inside }, folder) {
  const attribute = (text, name) => plain(text.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? '');
  const file = attribute(attributes, 'classname');
  const title = attribute(attributes, 'name');
  const text = plain(inside);
  const parts = [];
  if (/\.[jt]s$/.test(file)) {
    // Playwright names a file from its folder of tests.
    const path = folder === 'e2e' ? join('e2e/tests', file) : join(folder, file);
    const line = text.split(`${file}:`)[1]?.match(/^\d+/)?.[0];
    parts.push(line ? `${path}:${line}` : path);
  }
  if (title !== file) parts.push(title);
  const message = text.match(/^\s*(\w*Error: .*)$/m)?.[1] ?? attribute(inside, 'message');
  if (message) parts.push(message.split('\n')[0]);
  return parts.join(' › ');
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const plain = (text) => stripVTControlCharacters(text).replaceAll(/&(\w+);/g, (_, name) => ENTITIES[name]);
