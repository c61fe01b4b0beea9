import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createPlaces, type Place, tenth } from '../../src/limits/places.ts';

/** An incomplete request from a network of its own. */
function enter(places: ReturnType<typeof createPlaces>, network: string): Place {
  const request = { complete: false } as IncomingMessage;
  const place: Place = { request, response: {} as ServerResponse, bytes: 0 };
  expect(places.enter(place, network)).toBeUndefined();
  return place;
}

test('a server full of bytes is no longer full once a tenth of them was used', () => {
  const places = createPlaces();
  const [last, ...others] = Array.from({ length: 11 }, (_, n) => enter(places, `192.0.2.${n}`));
  for (const place of others) expect(places.addBytes(place, tenth.bytes)).toBeUndefined();
  expect(places.addBytes(last as Place, 100)).toEqual({ of: 'bytes' });
  expect(places.fullSince()).toEqual(expect.any(Number));
  for (const place of others) places.addBytes(place, -tenth.bytes / 2);
  expect(places.fullSince()).toBeUndefined();
});
