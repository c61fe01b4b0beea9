import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import { createGuard, type Lookup } from '../../src/webhooks/addresses.ts';

const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));

const refusal = (addresses: string[], allow: string[] = []) =>
  createGuard(
    allow,
    answering(...addresses),
  )('hooks.example').then(
    () => undefined,
    (error: Error) => error.message,
  );

/** First and last addresses of IANA's registries of special addresses, and neighbours that are global unicast. */
test.each([
  [
    'loopback',
    '127.0.0.1 127.255.255.255 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 0x7f.1 2130706433',
  ],
  ['unspecified', '0.0.0.0 0.255.255.255 :: ::ffff:0:0 64:ff9b::'],
  ['private', '10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255'],
  ['private', 'fc00:: fdff:ffff:ffff::1 fd00:ec2::254 fd20:ce::254 ::ffff:10.0.0.1 64:ff9b::192.168.0.1'],
  ['link-local', '169.254.0.0 169.254.169.254 169.254.255.255 fe80::1 fe80::1%eth0 febf::1 ::ffff:a9fe:a9fe'],
  ['shared behind a carrier', '100.64.0.0 100.100.100.200 100.127.255.255 64:ff9b::100.64.0.1'],
  ['multicast', '224.0.0.0 239.255.255.255 ff00:: ff02::1 64:ff9b::e000:1'],
  // Protocol assignments, documentation, 6to4's relays, benchmarks, the rest.
  ['reserved', '192.0.0.0 192.0.0.9 192.0.0.170 192.0.0.192 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1'],
  [
    'reserved',
    '198.18.0.0 198.19.255.255 240.0.0.0 255.255.255.254 255.255.255.255 192.31.196.1 192.52.193.1',
  ],
  ['reserved', '2001:: 2001:1::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 3fff::1'],
  // Addresses that carry an IPv4 address for a relay or a translator, also a global one.
  ['reserved', '2002:7f00:1::1 2002:808:808::1 2001:0:808:808::1 ::127.0.0.1 ::8.8.8.8 ::ffff:0:8.8.8.8'],
  ['reserved', '64:ff9b:1::8.8.8.8 64:ff9b:0:0:1::1'],
  ['reserved', '100::1 100:0:0:1::1 5f00::1 fec0::1 4000::1 1fff::1 e000::1'],
])('an address is %s: %s', async (kind, addresses) => {
  for (const address of addresses.split(' '))
    expect([address, await refusal([address])]).toEqual([
      address,
      expect.stringContaining(`the address of hooks.example is ${kind}`),
    ]);
});

test.each([
  '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0',
  '172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0',
  '203.0.112.255 203.0.114.0 223.255.255.255 ::ffff:8.8.8.8 64:ff9b::8.8.8.8',
  '2001:200::1 2001:4860:4860::8888 2003::1 2606:4700::1111 2a00:1450::1 2fff::1',
])('global unicast addresses pass: %s', async (addresses) => {
  for (const address of addresses.split(' '))
    expect([address, await refusal([address])]).toEqual([address, undefined]);
});

test('one forbidden address of a name refuses the name, wherever it stands, and is not named', async () => {
  for (const addresses of [
    ['8.8.8.8', '10.1.2.3'],
    ['10.1.2.3', '2606:4700::1111'],
    ['8.8.8.8', '::ffff:10.1.2.3', '9.9.9.9'],
  ])
    expect(await refusal(addresses)).toBe(
      'the address of hooks.example is private; an operator can allow it with WEBHOOK_ALLOW',
    );
});

test('WEBHOOK_ALLOW allows its ranges alone, also where an address carries one of them', async () => {
  const allow = ['10.1.0.0/16', '192.168.0.7', 'fd00:1::/32', 'loopback'];
  for (const address of [
    '10.1.2.3',
    '192.168.0.7',
    'fd00:1::5',
    '127.0.0.1',
    '::1',
    '::ffff:10.1.2.3',
    '64:ff9b::10.1.2.3',
  ])
    expect([address, await refusal([address], allow)]).toEqual([address, undefined]);
  for (const address of [
    '10.2.0.1',
    '192.168.0.8',
    'fd00:2::5',
    'fe80::1',
    '64:ff9b::10.2.0.1',
    '2002:a01:203::1',
  ])
    expect([address, await refusal([address], allow)]).toEqual([address, expect.any(String)]);
  expect(await refusal(['10.1.2.3', '10.2.0.1'], allow)).toContain('is private');
});

test('a failed lookup says only that the name does not resolve', async () => {
  const guard = createGuard([], () => Promise.reject(new Error('queryA ESERVFAIL 10.0.0.53')));
  await expect(guard('hooks.example')).rejects.toThrow(/^hooks\.example does not resolve to an address$/);
});
