// Imported first by every entry, and written so that Nodes long past can read it.
var major = Number(process.versions.node.split('.')[0]);

if (major < 20) {
  console.error(`Plant store needs Node 20 or newer to start; this is Node ${process.versions.node}.`);
  console.error(
    'Install a current Node from nodejs.org (or with your version manager) and run the same again.',
  );
  process.exit(1);
}
