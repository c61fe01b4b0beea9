import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Node that the packages brought; what this file itself runs on may be older. */
export function node24(root) {
  return join(root, 'node_modules', '.bin', 'node');
}

/** Makes Node read the `.env` at the top, if there is one. What the environment says already comes first. */
export function settingsFile(root) {
  const file = join(root, '.env');
  return existsSync(file) ? [`--env-file=${file}`] : [];
}
