/** An event of a Chromium trace in its JSON form; times in microseconds. */
export type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Of that, how long the thread itself ran. */
  tdur?: number;
  pid: number;
  tid: number;
  id2?: { local?: string };
  args: { name?: string };
};

/** What to record for `frameFigures`. */
export const frameCategories = ['toplevel', 'devtools.timeline'];

/**
 * What a trace says of the frames of its page, in milliseconds. A frame lasts from the start of the work for it, which
 * may wait for a script that runs, until it is handed over to be shown; `longestTaskMs` is the longest that the page's
 * thread was held up, and `longestTaskCpuMs` how much of such a time it ran itself, which other programs on the machine
 * do not lengthen. `longestPauseMs` lies between two frames that were shown.
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

/** How long each frame took: its begin and its end are events of their own, with one id. */
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
