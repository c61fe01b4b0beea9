import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newProject } from './project.ts';

/** Runs a script with `runCommand`, and does not read its stream `unread`. Gives the output of the other stream. */
async function runUnread(unread: 'stdout' | 'stderr', perform: string) {
  const command = newProject().path('apps/api/src/commands/command.ts');
  const script = `import { runCommand } from ${JSON.stringify(command)};
    await runCommand('usage', () => ({ isJson: false, perform: async () => { ${perform} } }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child[unread].destroy();
  const heard = text(child[unread === 'stdout' ? 'stderr' : 'stdout']);
  const [exitCode] = await once(child, 'exit');
  return { exitCode, heard: await heard };
}

test('a failed output is reported in one line, which says that the work is done', async () => {
  const outcome = await runUnread('stdout', "return { text: 'done', json: {} };");
  expect(outcome).toEqual({
    exitCode: 1,
    heard:
      'The command succeeded, but its output could not be written (EPIPE); check where the output goes.\n',
  });
});

test('a command continues without a reader of its progress', async () => {
  const outcome = await runUnread(
    'stderr',
    "process.stderr.write('copying'); await new Promise(setImmediate); return { text: 'done', json: {} };",
  );
  expect(outcome).toEqual({ exitCode: 0, heard: 'done' });
});
