/** What is told while something long is under way: what is done, how much of it, of how much; `unit` counts both. */
export type Progress = {
  doing: string;
  done: number;
  total: number;
  unit: 'bytes' | 'rows';
  /** How much of a file that took, where it is one. */
  bytes?: number;
};
/**
 * Is told about progress, often; what it throws ends the work, with nothing left behind. The first time is before
 * anything is made that would have to be cleaned up.
 */
export type OnProgress = (progress: Progress) => void;
