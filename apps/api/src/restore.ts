import { runCommand } from './commands/command.ts';
import { parseCommand, usage } from './commands/restore-command.ts';

await runCommand(usage, parseCommand);
