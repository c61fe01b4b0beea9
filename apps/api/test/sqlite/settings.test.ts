import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { StartError } from '@plant-store/db';
import { freePort } from '@plant-store/engine/testing/free-port';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEnv, settingsOf } from '../../src/settings/env.ts';
import type { Outcome } from '../outcome.ts';
import { newProject } from '../project.ts';

/** Expects one line that names the setting, and an exit code for a failure. */
function expectOneLine({ exitCode, stdout, stderr }: Outcome, line: RegExp) {
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The API did not start\. [^\n]+\n$/);
  expect(stderr).toMatch(line);
}

test('a start prints its address, with the port of the setting', async () => {
  const server = await newProject().start();
  expect(server.written()).toContain(`API ready on ${server.url} (reference: ${server.url}/docs)\n`);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('a start on all addresses prints an address that one can open', async () => {
  const server = await newProject().start({ HOST: '0.0.0.0' });
  expect(server.written()).toMatch(/^API ready on http:\/\/127\.0\.0\.1:\d+ /);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test.each([
  ['HOST', 'no such host'],
  ['HOST', '203.0.113.1'],
  ['HOST', 'fe80::1'],
  ['API_PORT', '0'],
  ['DATABASE_URL', 'postgresql://localhost'],
  ['PLANT_STORE_TOKEN', `plt_${'a'.repeat(49)}`],
  ['LOG_LEVEL', 'loud'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
])('%s=%s fails the start with one line that names it, and makes nothing', async (name, value) => {
  const project = newProject();
  const outcome = await project.fail({ [name]: value });
  expectOneLine(outcome, new RegExp(`^The API did not start\\. ${name}:? `));
  expect(project.made()).toEqual([]);
  if (name === 'PLANT_STORE_TOKEN') expect(outcome.stderr).not.toContain(value);
});

describe('an invalid setting is refused with its name and value:', () => {
  const bad = {
    API_PORT: ['0', '-1', '65536', '4000.5', '4e3', 'http', ' 4000', '0x10'],
    DATABASE_URL: [
      ...[
        'data/plants.db',
        'postgresql://localhost/',
        'mysql://localhost/plants',
        'file:',
        'file:data/',
        'file::memory:',
      ],
      ...['file:plants.db?mode=ro', 'file:plants.db#1', 'file://server/plants.db', 'FILE:plants.db'],
    ],
    PLANT_STORE_TOKEN: [
      ...[
        'short',
        'x'.repeat(31),
        'x'.repeat(201),
        `plt_${'a'.repeat(49)}`,
        `${'x'.repeat(40)} y`,
        'é'.repeat(40),
      ],
    ],
    LOG_LEVEL: ['loud', 'INFO', '30'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['yes', '127.0.0.1:4318', 'grpc://127.0.0.1:4317', 'http://'],
    OTEL_TRACES_SAMPLER: ['sometimes', 'parentbased'],
    OTEL_TRACES_SAMPLER_ARG: ['2', '-0.1', '1.5', '10%', '0,1', '1e-3'],
    DIRECT_URL: ['file:./plants.db', 'db.example', 'postgresql://h'],
    DATABASE_CONNECTIONS: ['0', '1001', '-1', '1.5', 'ten', ' 10'],
    RATE_LIMIT_READS: ['-1', '1.5', '100000001', 'many', '10/s'],
    RATE_LIMIT_ADDRESS_WRITES: ['none', '1e3'],
    TRUST_PROXY: [
      ...['yes', 'true', '1', '*', 'proxy.example', 'Loopback', 'none,loopback', 'loopback,', '10.0.0'],
      ...['0.0.0.0/0', '::/0', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/255.0.0.0', '10.0.0.5:80', '[::1]'],
    ],
    WEBHOOK_ALLOW: [
      '*',
      'receiver.example',
      'none,loopback',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.5:8443',
      '0x7f.1',
      'https://10.0.0.5',
    ],
    DRAIN_SECONDS: ['61', '-1', '0.5', '1s'],
  };
  const cases = Object.entries(bad).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );

  test.each(cases)('%s=%s', (name, value) => {
    // An empty setting counts as not set, and hides a developer's own .env.
    for (const setting of ['HOST', ...Object.keys(bad)]) vi.stubEnv(setting, setting === name ? value : '');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(readEnv).toThrow(StartError);
    expect(readEnv).toThrow(new RegExp(`^${name} must be [^\\n;]+(; if it begins with plt_, [^\\n]+)?\\.$`));
  });
});

test('every setting of .env.example is understood with a line end, which a value often keeps', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8');
  const token = 'x'.repeat(32);
  const settings = parseEnv(
    example.replaceAll(/^# (?=[A-Z_]+=)/gm, '').replace('TOKEN=\n', `TOKEN=${token}\n`),
  );
  onTestFinished(() => void vi.unstubAllEnvs());
  const readWith = (end: string) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, `${value}${end}`);
    return readEnv();
  };
  const plain = readWith('');
  expect(plain).toMatchObject({ API_PORT: 4000, PLANT_STORE_TOKEN: token, OTEL_TRACES_SAMPLER_ARG: 1 });
  for (const end of ['\r', '\n', '\r\n', ' ']) expect(readWith(end)).toEqual(plain);
});

test.each(['HOST', 'DATABASE_URL', 'PLANT_STORE_TOKEN', 'RATE_LIMIT_READS'])(
  '%s with quotation marks around its value is refused with the remedy',
  (name) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv(name, '"1"');
    expect(readEnv).toThrow(
      new RegExp(`^${name} must be .* \\(remove the quotation marks around the value\\)\\.$`),
    );
  },
);

test('a log has a line for each request by default, but not on a terminal, where the link of a start is', () => {
  const levelWith = (isTTY: boolean) => {
    vi.stubGlobal('process', { ...process, stdout: { isTTY } });
    return settingsOf({}).LOG_LEVEL;
  };
  onTestFinished(() => void vi.unstubAllGlobals());
  expect([levelWith(false), levelWith(true)]).toEqual(['info', 'warn']);
});

test('every invalid setting is named', async () => {
  const outcome = await newProject().attempt({ API_PORT: 'x', DATABASE_URL: 'x', LOG_LEVEL: 'x' });
  expectOneLine(outcome, /API_PORT must .*; DATABASE_URL must .*; LOG_LEVEL must /);
});

test('a port in use fails the start with one line, and makes nothing', async () => {
  const project = newProject();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const outcome = await project.fail({ API_PORT: String(port) });
  expectOneLine(outcome, new RegExp(`API_PORT: port ${port} of 127\\.0\\.0\\.1 is already in use`));
  expect(project.made()).toEqual([]);
  other.close();
});

test('a store that cannot be opened fails the start with one line', async () => {
  const project = newProject();
  mkdirSync(project.path('data/plants.db'), { recursive: true });
  expectOneLine(await project.fail(), /DATABASE_URL: cannot read or write /);
});

test("a relative DATABASE_URL starts at the project's folder, whatever the working folder", async () => {
  const project = newProject();
  await project.serve({ DATABASE_URL: 'file:./elsewhere/my plants.db' });
  expect(project.made()).toEqual(expect.arrayContaining(['elsewhere/first-token', 'elsewhere/my plants.db']));
});

test.each(['file:', 'file://'])('an absolute DATABASE_URL is used unchanged (%s)', async (scheme) => {
  const project = newProject();
  await project.serve({ DATABASE_URL: `${scheme}${project.path('absolute.db')}` });
  expect(project.made()).toContain('absolute.db');
});

describe('the .env file', () => {
  test('contains settings', async () => {
    const project = newProject();
    project.writeEnvFile('DATABASE_URL=file:./from-file/plants.db\n# a comment\n');
    await project.serve();
    expect(project.made()).toContain('from-file/plants.db');
  });

  test('is overridden by the environment', async () => {
    const project = newProject();
    const port = await freePort();
    project.writeEnvFile(`API_PORT=nonsense\nDATABASE_URL=file:./from-file/plants.db\n`);
    const server = await project.start({
      API_PORT: String(port),
      DATABASE_URL: 'file:./from-environment/plants.db',
    });
    expect(server.written()).toContain(`http://127.0.0.1:${port}`);
    expect(project.made()).toContain('from-environment/plants.db');
  });

  test('with a byte order mark and the line ends of Windows contains settings', async () => {
    const project = newProject();
    project.writeEnvFile('\uFEFFDATABASE_URL=file:./from-file/plants.db\r\nLOG_LEVEL="silent"\r\n');
    await project.serve();
    expect(project.made()).toContain('from-file/plants.db');
  });

  test('with a line that is no setting is refused, as the line would have no effect', async () => {
    const project = newProject();
    project.writeEnvFile('DATABASE_URL file:./from-file/plants.db\n');
    expectOneLine(await project.fail(), /\.env: line 1 of .* is neither NAME=value nor a comment/);
    expect(project.made()).toEqual(['.env']);
  });

  test('with an invalid setting is refused like the environment', async () => {
    const project = newProject();
    project.writeEnvFile('DATABASE_URL=nonsense\n');
    expectOneLine(await project.fail(), /DATABASE_URL must be /);
  });

  test('fails the start with one line if it cannot be read', async () => {
    const project = newProject();
    mkdirSync(project.path('.env'));
    expectOneLine(await project.fail(), /\.env: /);
  });

  test('an empty setting counts as not set', async () => {
    const project = newProject();
    await project.start({ DATABASE_URL: '', PLANT_STORE_TOKEN: '', LOG_LEVEL: '', HOST: '' });
    expect(project.made()).toContain('data/first-token');
  });
});
