// Every npm script starts here: node main.mjs NAME ARGUMENTS… calls `run` of NAME.mjs and ends with its exit code.
// Old versions of Node must be able to read this file, so the others are loaded after the check.
const [name, ...args] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Plant store needs Node 20 or newer to start; this is Node ${process.versions.node}.`);
  console.error(
    'Install a current Node from nodejs.org (or with your version manager) and run the same again.',
  );
  process.exit(1);
}

import('./problem.mjs').then(({ report }) =>
  import(`./${name}.mjs`)
    .then(({ run }) => run(args))
    .then(
      (code) => process.exit(code),
      (error) => {
        report(error);
        process.exit(1);
      },
    ),
);
