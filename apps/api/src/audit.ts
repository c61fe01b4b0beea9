import { parseCommand, usage } from './commands/audit-command.ts';
import { runCommand } from './commands/command.ts';

await runCommand(usage, parseCommand);
