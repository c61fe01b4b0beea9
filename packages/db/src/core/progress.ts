/** The progress of long work: `done` of `total`, counted in `unit`. */
export type Progress = {
  doing: string;
  done: number;
  total: number;
  unit: 'bytes' | 'rows';
  /** The bytes of the file that were read. */
  bytes?: number;
};
/** A listener for progress; it ends the work by throwing, and nothing is stored. The first call precedes any change. */
export type OnProgress = (progress: Progress) => void;
