import { expect, test } from 'vitest';
import { WebhookUrl } from '../src/index.ts';

const longest = `https://shop.example/${'a'.repeat(2_048 - 21)}`;

test.each([
  ['https://shop.example/plants?shop=7', 'https://shop.example/plants?shop=7'],
  ['HTTPS://Shop.Example:443', 'https://shop.example/'],
  ['https://shop.example:8443/a@b', 'https://shop.example:8443/a@b'],
  ['https://grünes.example/Farn', 'https://xn--grnes-lva.example/Farn'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  // Each spelling of an address becomes the one by which it is judged.
  ['https://0x7f.1', 'https://127.0.0.1/'],
  ['https://2130706433', 'https://127.0.0.1/'],
  ['https://017700000001', 'https://127.0.0.1/'],
  ['https://127.0.0.1.', 'https://127.0.0.1/'],
  ['https://127。0。0。1', 'https://127.0.0.1/'],
  ['https://ⓛocalhost', 'https://localhost/'],
  [longest, longest],
])('the address %s is read as %s', (text, url) => {
  expect(WebhookUrl.parse(text)).toBe(url);
  expect(WebhookUrl.parse(url)).toBe(url);
});

test.each([
  [undefined, 'is missing; give the https:// address'],
  [7, 'must be text: the https:// address'],
  ['', 'must begin with https://, such as https://shop.example/plants; it begins with no scheme'],
  ['shop.example/plants', 'it begins with no scheme'],
  ['//shop.example', 'it begins with no scheme'],
  ['http://shop.example', 'it begins with http:'],
  ['javascript:alert(1)//https://shop.example', 'it begins with javascript:'],
  ['file:///etc/passwd', 'it begins with file:'],
  ['data:text/html,x', 'it begins with data:'],
  [`${longest}a`, 'must have at most 2048 characters; it has 2049'],
  [`https://shop.example/${'ü'.repeat(2_000)}`, 'must have at most 2048 characters; it has 12021'],
  // URL would take the path for the host.
  ['https:///plants', 'must have a host after https://'],
  ['https:shop.example', 'must have a host after https://'],
  ['https:/shop.example', 'must have a host after https://'],
  ['https://', 'must have a host after https://'],
  ['https://?shop', 'must have a host after https://'],
  [
    'https://:443/',
    'must have a valid host and port after https://, such as https://shop.example/plants; it has :443',
  ],
  ['https://shop.example:99999', 'it has shop.example:99999'],
  ['https://1.2.3.4.5', 'it has 1.2.3.4.5'],
  ['https://[fe80::1%25eth0]/', 'it has [fe80::1%25eth0]'],
  ['https://ann:secret@shop.example', 'must not contain a user name or password'],
  ['https://@shop.example', 'must not contain a user name or password'],
  ['https://shop.example#plants', 'must not contain # and what follows'],
  ['https://shop.example/#', 'must not contain # and what follows'],
  // URL would remove these, or read them as slashes.
  ['https://sh\top.example', 'must not contain spaces, backslashes or invisible characters'],
  [' https://shop.example', 'must not contain spaces'],
  ['https://shop.example/\n', 'must not contain spaces'],
  ['https://sh\u{200b}op.example', 'must not contain spaces'],
  ['https:\\\\shop.example', 'must not contain spaces, backslashes'],
  ['https://shop.example\\@127.0.0.1', 'must not contain spaces, backslashes'],
])('the address %s is refused: %s', (text, message) => {
  const { error } = WebhookUrl.safeParse(text);
  expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
});
