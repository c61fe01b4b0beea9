export type Settings = Record<string, string | undefined>;
/** `stderr` omits the lines of progress, which appear on a busy machine. */
export type Outcome = { exitCode: number | null; stdout: string; stderr: string };

/** Only PATH and the compile cache come from the environment. The cache is outside the project. */
export const withBasics = (settings: Settings): Settings => ({
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...settings,
});

export const withoutProgress = (outcome: Outcome): Outcome => ({
  ...outcome,
  stderr: outcome.stderr.replaceAll(/^[a-z ]+ …(?:[^\n]* \([^\n]+\))?\n/gm, ''),
});
