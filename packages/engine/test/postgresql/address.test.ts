import { expect, test } from 'vitest';
import { addressFault, withoutPassword } from '../../src/index.ts';
import { parseAddress } from '../../src/postgresql/connection/address.ts';

const host = { user: 'plants', password: 'secret', host: 'db.example', database: 'shop', given: {} };

test.each([
  ['postgresql://plants:secret@db.example/shop', host],
  ['postgres://plants:secret@db.example:5433/shop', { ...host, port: 5433 }],
  ['postgresql://plants:secret@db.example:/shop', host],
  ['postgresql://plants:secret@[::1]:5433/shop', { ...host, host: '::1', port: 5433 }],
  ['postgresql://plants:a@b@db.example/shop', { ...host, password: 'a@b' }],
  ['postgresql://plants:a%40%2F%3F%23:b@db.example/shop', { ...host, password: 'a@/?#:b' }],
  ['postgresql://plants:50%_off%40@db.example/100%', { ...host, password: '50%_off@', database: '100%' }],
  ['postgresql://db.example/shop', { host: 'db.example', database: 'shop', given: {} }],
  ['postgresql:///shop', { database: 'shop', given: {} }],
  [
    'postgresql://plants@/shop?host=/var/run/postgresql',
    { user: 'plants', host: '/var/run/postgresql', database: 'shop', given: { host: '/var/run/postgresql' } },
  ],
  ['postgresql://%2Fvar%2Frun/shop', { host: '/var/run', database: 'shop', given: {} }],
  [
    'postgresql://h/shop?schema=Shop%20B&connection_limit=3&pgbouncer=true&options=-c+a%3Db%25',
    {
      host: 'h',
      database: 'shop',
      given: { schema: 'Shop B', connection_limit: '3', pgbouncer: 'true', options: '-c a=b%' },
    },
  ],
  [
    'postgresql://h/shop?user=plants&password=a@b&port=5433',
    {
      user: 'plants',
      password: 'a@b',
      host: 'h',
      port: 5433,
      database: 'shop',
      given: { user: 'plants', password: 'a@b', port: '5433' },
    },
  ],
])('the address %s is read', (url, parts) => {
  expect(parseAddress(url)).toEqual(parts);
});

const fullLength = 'ä'.repeat(31);

test.each([
  ['postgresql://plants:sec/ret@h/shop', 'write / as %2F, ? as %3F and @ as %40'],
  ['postgresql://plants:1/secret@h/shop', 'write / as %2F, ? as %3F and @ as %40'],
  ['postgresql://plants:1?secret@h/shop', 'write / as %2F, ? as %3F and @ as %40'],
  ['postgresql://plants:1/x?secret@h/shop', 'write / as %2F, ? as %3F and @ as %40'],
  ['postgresql://plants:1/x?sslmode=secret@h/shop', 'sslmode must be disable, allow,'],
  ['postgresql://plants:secret#1@h/shop', 'it contains a #'],
  ['postgresql://plants:secret', 'its port is not a number'],
  ['postgresql://plants:secret@h:0/shop', 'its port is not a number'],
  ['postgresql://plants:secret@h:65536/shop', 'its port is not a number'],
  ['postgresql://plants:secret@h/shop?port=5432x', 'its port is not a number'],
  ['postgresql://plants:secret@h', 'it names no database'],
  ['postgresql://plants:secret@h/?schema=shop', 'it names no database'],
  ['postgresql://plants:secret%FF@h/shop', 'a percent sign in it encodes no character: write % as %25'],
  ['postgresql://plants:secret@h1,h2/shop', 'it names several hosts'],
  ['postgresql://plants:secret@h1:1,h2:2/shop', 'it names several hosts'],
  ['postgresql://plants:secret@h1/shop?host=h1,h2', 'it names several hosts'],
  ['postgresql://plants:secret@h/shop\r', 'a line end or another control character'],
  ['postgresql://plants:secret@h/shop%00', 'the name of its database contains a control character'],
  [`postgresql://h/${fullLength}ab`, 'the name of its database is longer than 63 bytes'],
  ['postgresql://h/shop?schema=', 'the name of its schema is empty'],
  [`postgresql://h/shop?schema=${fullLength}ab`, 'the name of its schema is longer than 63 bytes'],
  ['postgresql://h/shop?schema=pg_catalog', 'the name of its schema belongs to PostgreSQL itself'],
  ['postgresql://h/shop?schema=information_schema', 'the name of its schema belongs to PostgreSQL itself'],
  ['postgresql://h/shop?schema=$user', 'the name of its schema stands for the name of the user'],
  ['postgresql://h/shop?schema=a%22b', 'the name of its schema contains a "'],
  ['postgresql://h/shop?schema=a%0Ab', 'the name of its schema contains a control character'],
  ['postgresql://h/shop?schema=a&schema=b', 'it has the parameter "schema" twice'],
  ['postgresql://h/shop?connection_limit=0', 'connection_limit must be a whole number from 1 to 1000'],
  ['postgresql://h/shop?connect_timeout=1.5', 'connect_timeout must be a whole number of seconds'],
  ['postgresql://h/shop?Schema=a', 'it has the parameter "Schema", which the store does not know; it knows'],
  ['postgresql://h/shop?secret%2Fsecret=a', 'it has the parameter with a strange name'],
  ['postgresql://h/shop?sslcert=a.pem', 'sslcert and sslkey go together'],
  ['postgresql://h/shop?sslrootcert=system&sslmode=prefer', 'goes with sslmode=verify-full'],
  ['postgresql://h/shop?channel_binding=require&sslmode=prefer', 'goes with sslmode=require or verify-full'],
  ['postgresql://h/shop?sslmode=verify-ca&sslaccept=accept_invalid_certs', 'contradict each other'],
])('the address %s is refused with the cause, and without its password', (url, cause) => {
  expect(addressFault(url)).toContain(cause);
  expect(addressFault(url)).not.toContain('secret');
});

test('a name of 63 bytes is read', () => {
  expect(parseAddress(`postgresql://h/${fullLength}a?schema=${fullLength}a`)).toMatchObject({
    database: `${fullLength}a`,
    given: { schema: `${fullLength}a` },
  });
});

test.each([
  ['postgresql://plants:se@cret@h/shop?schema=b', 'postgresql://plants:PASSWORD@h/shop?schema=b'],
  ['postgresql://h/shop?user=plants&password=se@cret', 'postgresql://h/shop?user=plants&password=PASSWORD'],
  ['postgresql://plants@/shop', 'postgresql://plants@/shop'],
  ['postgresql://plants@srv:secret@h/shop', 'postgresql://plants@srv:PASSWORD@h/shop'],
  ['postgresql://plants@[::1]:5433/shop', 'postgresql://plants@[::1]:5433/shop'],
  ['postgresql://h:5433/shop?user=a@b', 'postgresql://h:5433/shop?user=a@b'],
])('the address %s is shown without its password', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});
