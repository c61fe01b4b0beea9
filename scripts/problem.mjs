/** An error that a person can correct: the cause in one line, and the next step. */
export class Problem extends Error {
  constructor(what, next, details = '') {
    super(what);
    Object.assign(this, { next, details });
  }
}

/** Prints an error for a person, or the stack of an unknown one. Returns the exit code. */
export function report(error) {
  const problem = error instanceof Problem ? error : explain(error?.code ?? '', error);
  if (problem?.details) console.error(`${problem.details.trimEnd()}\n`);
  console.error(problem ? `✖ ${problem.message}\n  ${problem.next}` : error);
  return 1;
}

/** The Problem for a known system error code or a known output of a failed command. */
export function explain(text, cause) {
  const [, what, next] = CAUSES.find(([pattern]) => pattern.test(text)) ?? [];
  const place = cause?.path ? ` (${cause.path})` : '';
  return what && new Problem(`${what}${place}`, next, typeof cause === 'string' ? cause : '');
}

export function refuseArguments([argument], command) {
  if (argument === undefined) return;
  throw new Problem(
    `"${command}" takes no words after it; "${argument}" was given.`,
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
