import { parseCommand, usage } from './commands/backup-command.ts';
import { runCommand } from './commands/command.ts';

await runCommand(usage, parseCommand);
