/** The progress of long work: `done` of `total`, counted in `unit`. `total` is 0 if it is not known. */
export type Progress = {
  doing: string;
  done: number;
  total: number;
  unit: 'bytes' | 'rows';
  bytes?: number;
};
/** A listener for progress. If it throws, the work ends and stores nothing. The first call comes before any change. */
export type OnProgress = (progress: Progress) => void;
