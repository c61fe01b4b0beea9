import './node-version.mjs';
import { report } from './problem.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './stop-signals.mjs';
import { refuseWords } from './words.mjs';
import { root } from './workspace.mjs';

// npm run setup: all that a start needs, for a service that is then started without it and may write nothing here.
endOnSignals(() => console.log('\nStopping …'));
try {
  refuseWords(process.argv.slice(2), 'npm run setup');
  await setup(root);
  console.log('Everything is installed and built.');
} catch (error) {
  report(error);
  process.exitCode = 1;
}
