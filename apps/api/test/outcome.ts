export type Settings = Record<string, string | undefined>;
/** `stderr` has no lines of progress, which appear when a busy machine takes more than a second. */
export type Outcome = { exitCode: number | null; stdout: string; stderr: string };

/** Of the environment only PATH and the compile cache, which is outside the project, as its path must not matter. */
export const withBasics = (settings: Settings): Settings => ({
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...settings,
});

export const withoutProgress = (outcome: Outcome): Outcome => ({
  ...outcome,
  stderr: outcome.stderr.replaceAll(/^[a-z ]+ …[^\n]* \([^\n]+ of [^\n]+\)\n/gm, ''),
});
