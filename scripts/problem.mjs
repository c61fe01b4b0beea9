/** Something a person can put right: what is wrong in one line, and what to do next. */
export class Problem extends Error {
  constructor(what, next, details = '') {
    super(what);
    this.next = next;
    this.details = details;
  }
}

/** Prints an error as a person should see it; whatever has no explanation is shown whole. */
export function report(error) {
  const problem = error instanceof Problem ? error : explain(error?.code ?? '', error);
  if (!problem) return console.error(error);
  if (problem.details) console.error(`${problem.details.trimEnd()}\n`);
  console.error(`✖ ${problem.message}\n  ${problem.next}`);
}

/** The Problem that a system error code or a failed command's output stands for, if it is a known one. */
export function explain(text, cause) {
  const known = CAUSES.find(([pattern]) => pattern.test(text));
  if (!known) return undefined;
  const place = cause?.path ? ` (${cause.path})` : '';
  return new Problem(`${known[1]}${place}`, known[2], typeof cause === 'string' ? cause : '');
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
