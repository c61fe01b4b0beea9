import {
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { restoreFocus } from '../keyboard/restore-focus.ts';
import { Sentence } from '../text/sentence.tsx';
import { texts } from '../texts.ts';
import { PlainMessage } from './plain-message.tsx';
import type { ToastManager } from './toast-list.tsx';
import { coverSteps, rememberStep, type Undo } from './undo-steps.ts';

/** Loads the list of toasts if it is missing. If its script cannot be loaded, shows `title` as a plain message. */
type GetManager = (title?: ReactNode) => Promise<ToastManager | undefined>;

const ManagerContext = createContext<GetManager>(async () => undefined);

/**
 * Lets components show toasts. Their list is loaded with the first key or click, or after some time: then it is there also
 * without a network. If that fails, the next message tries again.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [ready] = useState(() => Promise.withResolvers<ToastManager>());
  const [ToastList, setToastList] = useState<ComponentType<{ onReady: (manager: ToastManager) => void }>>();
  const [plainText, setPlainText] = useState<ReactNode>();
  const getManager = useCallback<GetManager>(
    async (title) => {
      try {
        const { default: loaded } = await import('./toast-list.tsx');
        setToastList(() => loaded);
        return await ready.promise;
      } catch {
        setPlainText(title);
      }
    },
    [ready],
  );
  useEffect(() => {
    const end = new AbortController();
    const load = () => {
      end.abort();
      void getManager();
    };
    const timer = setTimeout(load, laterMs);
    end.signal.addEventListener('abort', () => clearTimeout(timer));
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, load, { signal: end.signal });
    return () => end.abort();
  }, [getManager]);
  return (
    <ManagerContext value={getManager}>
      {children}
      {ToastList && <ToastList onReady={ready.resolve} />}
      {!ToastList && plainText && <PlainMessage text={plainText} onClose={() => setPlainText(undefined)} />}
    </ManagerContext>
  );
}

/** When the page loads what it needs only later. It is idle by then. */
export const laterMs = 5_000;

type Action = { label: string; act: () => void };
type Toast = Parameters<ToastManager['add']>[0];

/** Returns functions that show a result as a toast; with `undo`, the toast has an Undo button. */
export function useToasts() {
  const getManager = useContext(ManagerContext);
  return useMemo(() => toastsBy(getManager), [getManager]);
}

/** The functions of `useToasts`. */
export function toastsBy(getManager: GetManager) {
  /** The button works once, and closes the toast, whose text is then outdated. @returns a function that closes it */
  async function show(text: ReactNode, toast: Toast, action?: Action) {
    const title = <Sentence text={text} />;
    const manager = await getManager(title);
    let isUsed = false;
    const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
      if (isUsed) return;
      isUsed = true;
      // Otherwise the focus would move to the next toast.
      currentTarget.blur();
      if (id !== undefined) manager?.close(id);
      restoreFocus();
      action?.act();
    };
    const id = manager?.add({
      title,
      ...toast,
      ...(action && { actionProps: { children: action.label, onClick } }),
    });
    return () => id !== undefined && manager?.close(id);
  }
  const done = (text: ReactNode, act?: () => void) => show(text, {}, act && { label: texts.undo, act });
  const problem = (text: string, action?: Action) =>
    show(text, { type: 'problem', priority: 'high', timeout: 0 }, action);
  /** Remembers an action for Ctrl+Z. The returned function takes it back; a message says why if that failed. */
  function step(undo: Undo, key?: unknown) {
    let closeProblem: Promise<() => void> | undefined;
    const takeBack = rememberStep(async () => {
      void closeProblem?.then((close) => close());
      let why: string | undefined;
      try {
        await undo((reason) => {
          why = reason;
        });
      } catch {
        why = texts.notUndone;
      }
      closeProblem =
        why === undefined ? undefined : problem(why, { label: texts.tryAgain, act: () => takeBack() });
      return why === undefined;
    }, key);
    return takeBack;
  }
  return {
    done: (text: ReactNode, undo?: () => void) => void done(text, undo),
    /** As `done`; the action can also be taken back by a key (`takeBackLast`). @param key of the action */
    doneStep(text: ReactNode, undo: Undo | undefined, key?: unknown) {
      if (!undo) {
        coverSteps();
        return void done(text);
      }
      const shown = done(
        text,
        step((fail) => {
          void shown.then((close) => close());
          return undo(fail);
        }, key),
      );
    },
    step,
    problem: (text: string, action?: Action) => void problem(text, action),
  };
}
