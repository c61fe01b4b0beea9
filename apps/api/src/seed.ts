import { runCommand } from './commands/command.ts';
import { parseCommand, usage } from './commands/seed-command.ts';

await runCommand(usage, parseCommand);
