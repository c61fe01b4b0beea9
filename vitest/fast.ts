import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Those that start a process, themselves or by an import from a test folder or bench. */
export function filesWithProcesses(folder: string): string[] {
  const names = readdirSync(join(folder, 'test'), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .filter((name) => startsProcess(join(folder, name)));
}

function startsProcess(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  if (/from '(node:child_process|@plant-store\/engine\/testing\/(postgresql|pg-dump|pgbouncer))'/.test(text))
    return true;
  const imported = [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, name = '']) =>
    join(dirname(file), name),
  );
  return imported.some((name) => /\/(test|bench\/src)\//.test(name) && startsProcess(name));
}
