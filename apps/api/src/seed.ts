import { runCommand } from './command.ts';
import { parseCommand, usage } from './seed-command.ts';

await runCommand(usage, parseCommand);
