/** A queue that serves its callers in turn. The entries of one caller keep their order. */
export function createFairQueue<Entry>() {
  const queues = new Map<string, Entry[]>();
  let size = 0;
  return {
    size: () => size,
    of: (caller: string): readonly Entry[] => queues.get(caller) ?? [],
    push(caller: string, entry: Entry) {
      size++;
      const queue = queues.get(caller);
      if (queue) queue.push(entry);
      else queues.set(caller, [entry]);
    },
    shift(): Entry | undefined {
      const [next] = queues;
      if (!next) return undefined;
      const [caller, queue] = next;
      const entry = queue.shift();
      size--;
      if (queue.length > 0 && queues.size === 1) return entry;
      queues.delete(caller);
      if (queue.length > 0) queues.set(caller, queue);
      return entry;
    },
    takeAll(isTaken: (entry: Entry) => boolean): Entry[] {
      const taken: Entry[] = [];
      for (const [caller, queue] of queues) {
        const left = queue.filter((entry) => !isTaken(entry));
        if (left.length === queue.length) continue;
        taken.push(...queue.filter(isTaken));
        if (left.length > 0) queues.set(caller, left);
        else queues.delete(caller);
      }
      size -= taken.length;
      return taken;
    },
    /** Takes the last entry of the caller with the most entries, if `caller` has at least two fewer. */
    displace(caller: string): Entry | undefined {
      const [most] = [...queues.values()].sort((a, b) => b.length - a.length);
      if (!most || most.length < (queues.get(caller)?.length ?? 0) + 2) return undefined;
      size--;
      return most.pop();
    },
  };
}
