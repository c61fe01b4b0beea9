import { useEffect } from 'react';
import { placeOf } from '../../ui/keyboard/loose-keys.ts';
import { Link } from '../../ui/link.tsx';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { forgetSteps, takeBackLast } from '../../ui/toasts/undo-steps.ts';
import type { PlantQueue } from '../queue/plant-queue.ts';
import { isWaiting } from '../queue/queued-plant.ts';
import { texts } from './undo-texts.ts';

/** Ctrl+Z, or Cmd+Z, takes back the last action of this person. A text field keeps its own. */
export function useUndoKey(queue: PlantQueue | undefined) {
  const toasts = useToasts();
  useEffect(() => {
    const isAnyWaiting = () => queue?.state().entries.some(isWaiting) === true;
    const takeBack = async () => {
      // The last action is a plant that is being saved, and not the step before it.
      if (isAnyWaiting()) await queue?.send();
      if (isAnyWaiting()) toasts.done(texts.waiting);
      else if (!takeBackLast())
        toasts.done(texts.nothingHere((text) => <Link href="/receipts">{text}</Link>));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || event.defaultPrevented || placeOf(document.activeElement) !== 'page') return;
      event.preventDefault();
      if (!event.repeat) void takeBack();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toasts, queue]);
  // Another person may sign in next.
  useEffect(() => forgetSteps, []);
}

/** By its place where the keyboard has other letters. */
const isUndoKey = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey !== metaKey &&
  !shiftKey &&
  !altKey &&
  (key.toLowerCase() === 'z' || (code === 'KeyZ' && !/^[a-z]$/i.test(key)));
