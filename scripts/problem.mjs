/** An error that a person can correct: the cause in one line, and the next step. */
export class Problem extends Error {
  constructor(what, next, details = '') {
    super(what);
    this.next = next;
    this.details = details;
  }
}

/** Prints an error for a person. An error without an explanation is printed with its stack. */
export function report(error) {
  const problem = error instanceof Problem ? error : explain(error?.code ?? '', error);
  if (!problem) return console.error(error);
  if (problem.details) console.error(`${problem.details.trimEnd()}\n`);
  console.error(`✖ ${problem.message}\n  ${problem.next}`);
}

/** The Problem for a known system error code or a known output of a failed command. */
export function explain(text, cause) {
  const known = CAUSES.find(([pattern]) => pattern.test(text));
  if (!known) return undefined;
  const place = cause?.path ? ` (${cause.path})` : '';
  return new Problem(`${known[1]}${place}`, known[2], typeof cause === 'string' ? cause : '');
}

/** Throws a Problem for arguments, even `--help`, after a command that accepts none. */
export function refuseArguments(args, command) {
  if (args.length === 0) return;
  throw new Problem(
    `"${command}" takes no words after it; "${args[0]}" was given.`,
    'Run it without. What can be set is in docs/settings.md and in .env.example.',
  );
}

const CAUSES = [
  [
    /\bENOSPC\b|no space left on device/i,
    'The disk is full.',
    'Free some space (about 1.5 GB is needed) and run it again.',
  ],
  [
    /\b(EACCES|EPERM|EROFS)\b|permission denied|read-only file system/i,
    'This folder may not be written to.',
    'Give your user write access to it (a run as another user, such as root, may own files here), and run it again.',
  ],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|dns error|error sending request|failed to lookup address/i,
    'The package registry cannot be reached.',
    'Connect to the network (or check the proxy and registry in your npm settings) and run it again; what is already here is kept.',
  ],
];
