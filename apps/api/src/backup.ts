import { parseCommand, usage } from './backup-command.ts';
import { runCommand } from './command.ts';

await runCommand(usage, parseCommand);
