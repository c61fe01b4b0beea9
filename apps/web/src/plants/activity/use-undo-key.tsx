import { useEffect } from 'react';
import { placeOf } from '../../ui/keyboard/loose-keys.ts';
import { shortcutKey } from '../../ui/keyboard/shortcut-key.ts';
import { Link } from '../../ui/link.tsx';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { forgetSteps, takeBackLast } from '../../ui/toasts/undo-steps.ts';
import type { PlantQueue } from '../queue/plant-queue.ts';
import { isWaiting } from '../queue/queued-plant.ts';
import { texts } from './undo-texts.ts';

/** The forms, and the fields without one, in which text was typed since they were emptied for the next action. */
const typed = new WeakSet<Element>();
const partOf = (field: Element): Element => field.closest('form, tr') ?? field;

/** Text in a form is no longer typed since the last action: it has become the action. */
export const forgetTyping = (form: Element) => void typed.delete(form);

/** Ctrl+Z, or Cmd+Z, takes back the last action of this person. Typed text keeps the browser's own. */
export function useUndoKey(queue: PlantQueue | undefined) {
  const toasts = useToasts();
  useEffect(() => {
    const onInput = ({ target }: Event) => target instanceof Element && typed.add(partOf(target));
    const isAnyWaiting = () => queue?.state().entries.some(isWaiting) === true;
    const takeBack = async () => {
      // The last action is a plant that is being saved, and not the step before it.
      if (isAnyWaiting()) await queue?.send();
      if (isAnyWaiting()) toasts.done(texts.waiting);
      else if (!takeBackLast()) toasts.done(texts.nothingHere(linkTo('/receipts'), linkTo('/trash')));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || event.defaultPrevented || isForText(document.activeElement)) return;
      event.preventDefault();
      if (!event.repeat) void takeBack();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('input', onInput);
      // Another person has signed in, or may sign in next.
      forgetSteps();
    };
  }, [toasts, queue]);
}

/** True where the key is for text, or for a dialog. An empty field has no text to take back, unless some was typed. */
function isForText(focused: Element | null): boolean {
  const place = placeOf(focused);
  if (place !== 'field') return place !== 'page';
  if (!(focused instanceof HTMLInputElement) || focused.value !== '' || typed.has(partOf(focused)))
    return true;
  return placeOf(focused.parentElement) === 'dialog';
}

const linkTo = (path: string) => (text: string) => <Link href={path}>{text}</Link>;

const isUndoKey = (event: KeyboardEvent): boolean =>
  event.ctrlKey !== event.metaKey && !event.shiftKey && !event.altKey && shortcutKey(event) === 'z';
