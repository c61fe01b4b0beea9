import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '@plant-store/db';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preparePlaces } from '../src/places.ts';
import { startSandbox } from '../src/sandbox.ts';

const web = vi.hoisted(() => ({ startWebServer: vi.fn() }));
vi.mock('@plant-store/web/src/server/web-server.ts', () => web);
const api = vi.hoisted(() => ({ serve: vi.fn() }));
vi.mock('@plant-store/api-server/src/process/serve.ts', () => api);

const broken = () => Promise.reject(new Error('the second error'));
const disk = vi.hoisted((): { rm?: () => Promise<void> } => ({}));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, rm: (...given: Parameters<typeof real.rm>) => (disk.rm ?? real.rm)(...given) };
});
const ownSchema = vi.hoisted(() => ({ createOwnSchema: vi.fn() }));
vi.mock('@plant-store/db/own-schema', () => ownSchema);

const served = () => Promise.resolve({ port: 1, close: async () => undefined });
/** A folder for temporary files. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

test('a sandbox whose pages cannot start removes its stores', async () => {
  const folder = emptyFolder();
  api.serve.mockImplementation(served);
  web.startWebServer.mockRejectedValue(new StartError('Its pages are not built yet'));
  await expect(startSandbox({ plants: 0, database: undefined })).rejects.toThrow('not built yet');
  // The store that each store is copied from; it ends with the folder of the process.
  expect(readdirSync(folder)).toHaveLength(1);
});

test('an error of a store names no setting, as nobody gave one', async () => {
  const folder = emptyFolder();
  const full = new StartError('DATABASE_URL: the disk is full');
  api.serve.mockRejectedValueOnce(full);
  await expect(startSandbox({ plants: 0, database: undefined })).rejects.toThrow(
    /^TMPDIR: the disk is full$/,
  );
  expect(readdirSync(folder)).toHaveLength(1);

  web.startWebServer.mockResolvedValue({ url: 'http://web' });
  api.serve.mockImplementationOnce(served).mockRejectedValue(full);
  const { addresses, close } = await startSandbox({ plants: 0, database: undefined });
  onTestFinished(close);
  const answer = await fetch(addresses.resetUrl, { method: 'POST' });
  expect(await answer.text()).toBe('The sandbox is unchanged. TMPDIR: the disk is full\n');
});

test('a failed removal of a folder does not hide why the store could not be copied', async () => {
  let template = '';
  const newPlace = await preparePlaces(undefined, async (url) => {
    template = fileURLToPath(new URL('.', url));
  });
  rmSync(template, { recursive: true });
  disk.rm = broken;
  onTestFinished(() => void delete disk.rm);
  await expect(newPlace()).rejects.toThrow(/^Cannot read or write /);
});

test('a failed removal of a schema does not hide why the store could not be filled', async () => {
  ownSchema.createOwnSchema.mockResolvedValue({ url: 'postgresql://own', remove: broken });
  const newPlace = await preparePlaces('postgresql://host/shop', () =>
    Promise.reject(new Error('the first error')),
  );
  await expect(newPlace()).rejects.toThrow('the first error');
});

test('a sandbox whose server closes the connection ends with exit code 1', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  ownSchema.createOwnSchema.mockImplementation((_url, onLost) => {
    onLost();
    onLost();
  });
  const newPlace = await preparePlaces('postgresql://host/shop', async () => {});
  await newPlace().catch(() => undefined);
  const { exitCode } = process;
  process.exitCode = undefined;
  expect(exitCode).toBe(1);
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
  expect(write.mock.calls).toEqual([[expect.stringContaining('server closed a connection')]]);
});
