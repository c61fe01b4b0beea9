import { expect, test } from 'vitest';
import { databaseFile } from '../../src/settings/database-file.ts';

const read = (url: string) => databaseFile(url, '/srv/shop');

test.each([
  ['file:./data/plants.db', '/srv/shop/data/plants.db'],
  ['file:plants.db', '/srv/shop/plants.db'],
  ['file:../my plants.db', '/srv/my plants.db'],
  ['file:/var/plants.db', '/var/plants.db'],
  ['file:///var/plants.db', '/var/plants.db'],
  ['file:./x.db?connection_limit=1', '/srv/shop/x.db'],
  ['file:./x.db?connection_limit=1&socket_timeout=10', '/srv/shop/x.db'],
  ['file:./100%.db', '/srv/shop/100%.db'],
  ["file:./o'brien/plants.db", "/srv/shop/o'brien/plants.db"],
  ['file:./pflanzen-für-zoë.db', '/srv/shop/pflanzen-für-zoë.db'],
])('%s is understood', (url, path) => {
  expect(read(url)).toEqual({ path });
});

test.each([
  ['file:C:\\data\\plants.db', 'this system is not Windows and has no drives'],
  ['file:C:/data/plants.db', 'this system is not Windows'],
  ['file:///c:/data/plants.db', 'this system is not Windows'],
  ['file://C:/data/plants.db', 'this system is not Windows'],
  ['file:.\\data\\plants.db', 'write / in place of each backslash'],
  ['file:\\\\server\\share\\plants.db', 'write / in place of each backslash'],
  ['file://server/share/plants.db', 'the part after // would be another machine'],
  ['file://./plants.db', 'the part after // would be another machine'],
  ['file://localhost/plants.db', 'the part after // would be another machine'],
  ['file:', 'this is a folder: add the name of a file'],
  ['file:?connection_limit=1', 'this is a folder'],
  ['file:/', 'this is a folder'],
  ['file:.', 'this is a folder'],
  ['file:data/..', 'this is a folder'],
  ['file:./data/', 'this is a folder'],
  ['file::memory:', 'a store in memory would lose its plants'],
  ['file:~/plants.db', 'no ~ and no variable is replaced here'],
  ['file:$HOME/plants.db', 'no ~ and no variable'],
  [`file:/srv/\${NAME}/plants.db`, 'no ~ and no variable'],
  ['file:%APPDATA%/plants.db', 'no ~ and no variable'],
  ['file:./my%20plants.db', 'write the character itself in place of %20'],
  ['file: ./plants.db', 'remove the white space after file:'],
  ['file:./plants#1.db', 'no # may be in the path'],
  ['file:./plants.db;', 'remove the ; at its end'],
  ['file:./plants.db,', 'remove the , at its end'],
  ['file:./plants.db?mode=ro', 'remove the parameter "mode"'],
  ['file:./plants.db?connection_limit=1&cache=shared', 'remove the parameter "cache"'],
])('%s is refused, and the reason names the cause', (url, cause) => {
  expect(read(url)).toEqual({ cause: expect.stringContaining(cause) });
});

test.each([
  'file:"./plants.db"',
  "file:'./plants.db'",
  'file:./plants.db"',
  'file:./a\nAPI_PORT=1',
  'file:./a\u200B.db',
])('%j is refused, and the check of all settings names the cause', (url) => {
  expect(read(url)).toEqual({ cause: '' });
});
