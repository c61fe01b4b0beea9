import { runCommand } from './commands/command.ts';
import { parseCommand, usage } from './commands/token-command.ts';

await runCommand(usage, parseCommand);
