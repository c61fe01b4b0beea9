import { chainEvents } from '../audit/record.ts';
import type { AuditEvent } from '../handle/audit-event.ts';
// So that the first write does not wait for its module.
import '../plants/insertion.ts';

export const journal = (events: object[]) => chainEvents(events as AuditEvent[]);
export { longReads } from './search/long-reads.ts';
export { createIndexUpdater as createBackgroundWork } from './word-index/index-updates.ts';
