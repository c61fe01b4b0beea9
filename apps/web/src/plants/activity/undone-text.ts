import type { Undone } from '@plant-store/schema';
import { onFirstUse } from '../../ui/text/on-first-use.ts';
import { texts } from './undo-texts.ts';

const list = onFirstUse(() => new Intl.ListFormat('en'));

export function undoneText({ created, updated, deleted, leftCount }: Undone): string {
  const { done } = texts;
  const parts = [
    created > 0 && done.restored(created),
    updated > 0 && done.changed(updated),
    deleted > 0 && done.deleted(deleted),
  ].filter((text) => text !== false);
  const text = parts.length === 0 ? done.nothing : done.all(list().format(parts));
  return leftCount === 0 ? text : `${text} ${texts.left(leftCount)}`;
}
