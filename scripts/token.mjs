import './node-version.mjs';
import { runCommand } from './command.mjs';

// npm run token -- …
await runCommand('token');
