import { runCommand } from './commands/command.ts';
import { parseCommand, usage } from './commands/promote-command.ts';

await runCommand(usage, parseCommand);
