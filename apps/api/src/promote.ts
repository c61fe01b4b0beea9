import { runCommand } from './command.ts';
import { parseCommand, usage } from './promote-command.ts';

await runCommand(usage, parseCommand);
