import './node-version.mjs';
import { runCommand } from './command.mjs';

// npm run backup -- …
await runCommand('backup');
