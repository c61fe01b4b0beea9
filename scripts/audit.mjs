import './node-version.mjs';
import { runCommand } from './command.mjs';

// npm run audit -- …
// Without the "--" npm takes the options for its own: what is asked for would go through with a hash that nobody looked at.
if (process.env.npm_config_head !== undefined || process.env.npm_config_json !== undefined) {
  console.error(
    'Put "--" before the words, or npm keeps the options to itself: npm run audit -- verify --head HASH',
  );
  process.exit(1);
}
await runCommand('audit');
