import { parseCommand, usage } from './audit-command.ts';
import { runCommand } from './command.ts';

await runCommand(usage, parseCommand);
