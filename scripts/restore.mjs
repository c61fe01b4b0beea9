import './node-version.mjs';
import { runCommand } from './command.mjs';

// npm run restore -- …
await runCommand('restore');
