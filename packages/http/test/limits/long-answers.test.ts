import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createLoadShedding, slots } from '../../src/limits/load-shedding.ts';
import { parkedMax } from '../../src/limits/long-answers.ts';

/** A server with load shedding; each request is complete and has a slot. */
function openServer() {
  const { admit } = createLoadShedding(() => undefined);
  return (caller: string) => {
    const request = { complete: true } as IncomingMessage;
    const response = Object.assign(new EventEmitter(), { req: request }) as ServerResponse;
    admit(request, response, 'token', '192.0.2.1');
    slots.countForCaller(request, { id: caller, name: caller });
    return { request, response };
  };
}

test('a parked request gives back its slot', () => {
  const add = openServer();
  for (let n = 0; n < parkedMax.whole; n++) expect(slots.park(add(`caller ${n}`).request)).toBe(true);
  expect(slots.park(add('one more').request)).toBe(false);
});

test('a caller has 20 places; the next request keeps its slot, until a client disconnects', () => {
  const add = openServer();
  const parked = Array.from({ length: parkedMax.caller }, () => add('till'));
  expect(parked.map(({ request }) => slots.park(request))).toEqual(parked.map(() => true));
  const next = add('till').request;
  expect(slots.park(next)).toBe(false);
  expect(slots.park(add('other').request)).toBe(true);
  parked[0]?.response.emit('close');
  expect(slots.park(next)).toBe(true);
});

test('a request whose client has disconnected takes no place', () => {
  const add = openServer();
  for (let n = 0; n < parkedMax.caller; n++) {
    const { request, response } = add('till');
    response.emit('close');
    expect(slots.park(request)).toBe(false);
  }
  expect(slots.park(add('till').request)).toBe(true);
});
