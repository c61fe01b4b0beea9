/** The progress of long work: `done` of `total`, counted in `unit`. */
export type Progress = {
  doing: string;
  done: number;
  total: number;
  unit: 'bytes' | 'rows';
  /** The bytes of the file that were read. */
  bytes?: number;
};
/**
 * Is told of progress; by throwing, it ends the work, and nothing is left. The first call comes before anything is made.
 */
export type OnProgress = (progress: Progress) => void;
