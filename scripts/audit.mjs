import './node-version.mjs';
import { runCommand } from './command.mjs';

// npm run audit -- …
await runCommand('audit');
