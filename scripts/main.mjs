// Every npm script starts here. Old versions of Node must be able to read this file.
const [name, ...args] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Plant store needs Node 20 or newer to start; this is Node ${process.versions.node}.`);
  console.error('Install a current Node from nodejs.org, and run the same again.');
  process.exit(1);
}

import('./commands.mjs')
  .then(({ run }) => run(name, args))
  // A slow reader of a pipe gets all lines.
  .then((code) => process.stdout.write('', () => process.stderr.write('', () => process.exit(code))));
