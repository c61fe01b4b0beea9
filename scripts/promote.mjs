import './node-version.mjs';
import { runCommand } from './command.mjs';

// npm run promote -- …
await runCommand('promote');
