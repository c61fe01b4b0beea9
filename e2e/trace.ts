/** An event of a Chromium trace in its JSON form; times in microseconds. */
export type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** The part of the duration in which the thread was running. */
  tdur?: number;
  pid: number;
  tid: number;
  id2?: { local?: string };
  args: { name?: string };
};

/** The categories to record for `frameFigures`. */
export const frameCategories = ['toplevel', 'devtools.timeline'];

/**
 * Computes frame times from a trace, in milliseconds. A frame lasts from the start of its work, including a wait for a
 * script, until it is ready for display. `longestTaskMs` is the longest time for which the page's thread was busy.
 * `longestTaskCpuMs` is the CPU time of a task, which does not depend on other programs. `longestPauseMs` is the
 * longest time between two displayed frames.
 */
export function frameFigures(events: TraceEvent[]) {
  const main = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const onMain = events.filter(({ pid, tid }) => pid === main?.pid && tid === main.tid);
  const tasks = onMain.filter(({ name, ph }) => name === 'ThreadControllerImpl::RunTask' && ph === 'X');
  const shown = onMain
    .filter(({ name }) => name === 'AnimationFrame::Presentation')
    .map(({ ts }) => ts)
    .sort((one, other) => one - other);
  return {
    frames: shown.length,
    longestFrameMs: longestMs(frameTimes(onMain)),
    longestTaskMs: longestMs(tasks.map(({ dur = 0 }) => dur)),
    longestTaskCpuMs: longestMs(tasks.map(({ dur = 0, tdur = dur }) => tdur)),
    longestPauseMs: longestMs(shown.slice(1).map((at, index) => at - (shown[index] ?? at))),
  };
}

/** The durations of all frames. The start and the end of a frame are separate events with the same id. */
function frameTimes(events: TraceEvent[]): number[] {
  const begun = new Map<string | undefined, number>();
  const times: number[] = [];
  for (const { name, ph, ts, id2 } of events) {
    if (name !== 'AnimationFrame') continue;
    if (ph === 'b') begun.set(id2?.local, ts);
    if (ph === 'e') times.push(ts - (begun.get(id2?.local) ?? ts));
  }
  return times;
}

const longestMs = (times: number[]) => times.reduce((longest, time) => Math.max(longest, time), 0) / 1000;
