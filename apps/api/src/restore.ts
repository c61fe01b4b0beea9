import { runCommand } from './command.ts';
import { parseCommand, usage } from './restore-command.ts';

await runCommand(usage, parseCommand);
