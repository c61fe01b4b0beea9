import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';

/**
 * Lets a call of the file system fail with EIO if `isFailing` says so for its first argument, until the test ends or the
 * result is called.
 */
export function failCalls(name: 'rmSync' | 'fsyncSync', isFailing: (of: unknown) => boolean) {
  const real = fs[name] as (...words: unknown[]) => void;
  const spy = vi.spyOn(fs, name).mockImplementation(((of: unknown, ...rest: unknown[]) => {
    if (isFailing(of)) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    real(of, ...rest);
  }) as never);
  syncBuiltinESMExports();
  const mend = () => {
    spy.mockRestore();
    syncBuiltinESMExports();
  };
  onTestFinished(mend);
  return mend;
}
