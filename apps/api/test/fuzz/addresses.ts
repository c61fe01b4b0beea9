import fc from 'fast-check';
import type { Parameter, Schema } from './document.ts';
import { field } from './headers.ts';
import { ids, junk, type Known, rarely, strings } from './values.ts';

const oddSegments = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%',
  '%zz',
  '%ff',
  '%00',
  '%2F',
  '7.0',
  '007',
  '+7',
  '1e3',
  'NaN',
  ';a=b',
];

const moreSegments = [
  'count',
  'bulk',
  '%F0%9F%8C%BF',
  '"',
  '{id}',
  '__proto__',
  '9223372036854775808',
  '1'.repeat(99),
];

const oddTargets = [
  '*',
  '/',
  '//',
  '///plants',
  '/plants/',
  '/PLANTS',
  '/plants;x',
  '/plants%00',
  '/plants#x',
  '/%2e%2e/etc/passwd',
];

const moreTargets = [
  'http://x/plants',
  'http://',
  '//[',
  '/healthz',
  '/readyz',
  '/docs',
  '/trpc/plants.list',
  '/trpc/plants.create',
  '/trpc/plants.list,tags.list?batch=1',
  '/trpc/',
  '/plants/1/',
  '?',
  '/\\',
];

/** Addresses without a route, or in another spelling. */
export const anyTarget = fc.constantFrom(...oddTargets, ...moreTargets);

export function pathOf(path: string, known: Known): fc.Arbitrary<string> {
  const id = rarely(fc.constantFrom(...oddSegments, ...moreSegments), ids(known, path.split('/')[1]));
  const segments = path.split('/').map((part) => (part.startsWith('{') ? id : fc.constant(part)));
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

export function queryOf(parameters: Parameter[], known: Known): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) => {
    const odd = fc.oneof(junk, fc.constantFrom('', '%', '%ff', '%zz', '%00', 'a&a', '[]', 'x'.repeat(3_000)));
    // A longer wait for an event would be slow.
    const usual =
      name === 'cursor' && known.cursors.length > 0
        ? fc.constantFrom(...known.cursors)
        : name === 'wait'
          ? fc.constantFrom('0', '1', '31')
          : textsOf(schema, known).map(encodeURIComponentSafely);
    return fc.option(rarely(odd.map(target), usual), { nil: undefined }).map((value) => ({ name, value }));
  });
  const more = rarely(
    fc.constantFrom('&x=1', '&limit=1&limit=2', '&=', '&%=%', '&limit[]=1', '&&&'),
    fc.constant(''),
  );
  return fc.tuple(fc.tuple(...pairs), more).map(([all, rest]) => {
    const sent = all.filter(({ value }) => value !== undefined).map(({ name, value }) => `${name}=${value}`);
    return sent.length > 0 || rest ? `?${sent.join('&')}${rest}` : '';
  });
}

function textsOf(schema: Schema, known: Known): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'integer') return fc.oneof(fc.nat({ max: 220 }).map(String), ids(known));
  if (type === 'boolean') return fc.constantFrom('true', 'false', '1');
  return strings(schema, known);
}

const encodeURIComponentSafely = (text: string) => encodeURIComponent(text.toWellFormed());

/** The text as a request target that is valid in form; it may lead anywhere. */
const target = (text: string) => field(text).replaceAll(' ', '+');
