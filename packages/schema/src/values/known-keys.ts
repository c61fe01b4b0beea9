/** The error of an object that refuses unknown keys, where a misspelt key would be understood as a left out one. */
export const refusing =
  (unknown: string, other?: string) =>
  ({ code }: { code?: string }) =>
    code === 'unrecognized_keys' ? unknown : other;
