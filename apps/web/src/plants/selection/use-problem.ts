import { useEffect, useRef, useState } from 'react';
import { newKey } from '../../api/idempotency-key.ts';
import type { Dialog } from './use-bulk.ts';

/**
 * The reason why the action of a dialog failed. `dialogFor` names the request by its content: the same one, sent again, has
 * no second effect.
 */
export function useProblem() {
  const [problem, setProblem] = useState<string>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const sent = useRef({ content: '', key: newKey() });
  const tell = (why: string) => {
    setProblem(why);
    return isOpen.current;
  };
  const dialogFor = (content: string): Dialog => {
    setProblem(undefined);
    if (sent.current.content !== content) sent.current = { content, key: newKey() };
    return { key: sent.current.key, tell };
  };
  return { problem, dialogFor };
}
