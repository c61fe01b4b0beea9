/** An error that a person can correct: the cause in one line, and the next step. */
export class Problem extends Error {
  constructor(what, next) {
    super(what);
    this.next = next;
  }
}

/** Prints an error for a person, or the stack of an unknown one. Returns the exit code. */
export function report(error) {
  const problem = error instanceof Problem ? error : explain(error?.code ?? '', error);
  console.error(problem ? `✖ ${problem.message}\n  ${problem.next}` : error);
  return 1;
}

export function explain(text, { message, path } = {}) {
  const [, what, next] = CAUSES.find(([pattern]) => pattern.test(text)) ?? [];
  return next && new Problem(`${what || message}${path ? ` (${path})` : ''}`, next);
}

export function refuseArguments([argument], command) {
  if (argument === undefined) return;
  const next = 'Run it without. What can be set is in docs/settings.md and in .env.example.';
  throw new Problem(`"${command}" takes no words after it; "${argument}" was given.`, next);
}

// pnpm breaks long lines.
const CAUSES = [
  [/ERR_PARSE_ARGS/, '', 'CONTRIBUTING.md lists the forms of this command.'],
  [/\bENOSPC\b|no\s+space\s+left\s+on\s+device/i, 'The disk is full.', 'Free 1.5 GB and run it again.'],
  [
    /\b(EACCES|EPERM|EROFS)\b|permission\s+denied|read-only\s+file\s+system/i,
    'This folder may not be written to.',
    'Give your user write access to it (a run as another user, such as root, may own files here), and run it again.',
  ],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNRE(FUSED|SET)|ETIMEDOUT|E(NET|HOST)UNREACH)\b|dns\s+error|error\s+sending\s+request|failed\s+to\s+lookup\s+address/i,
    'The package registry cannot be reached.',
    'Connect to the network (or check the proxy and registry in your npm settings) and run it again; what is already here is kept.',
  ],
];
