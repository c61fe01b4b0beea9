import './node-version.mjs';
import { runCommand } from './command.mjs';
import { report } from './problem.mjs';
import { refuseKeptHead } from './words.mjs';

// npm run audit -- …
try {
  refuseKeptHead(process.env);
} catch (error) {
  report(error);
  process.exit(1);
}
await runCommand('audit');
