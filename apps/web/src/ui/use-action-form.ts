import { type FormEvent, useActionState, useState, useTransition } from 'react';
import { failedAction } from './updated-store.ts';

/**
 * Submits a form by a server action, one request at a time. Without scripts, the browser posts the form by itself.
 * @param failed the state after a request without an answer, or that the server refused with a reason. It leaves the
 *   typed values in the fields.
 * @param byScript the request that a script makes in place of the action
 */
export function useActionForm<State>(
  action: (state: Awaited<State>, form: FormData) => Promise<Awaited<State>>,
  first: Awaited<State>,
  failed: (reason: string | undefined) => Awaited<State>,
  byScript?: (form: FormData) => Promise<Awaited<State>>,
) {
  const [posted, post] = useActionState<State, FormData>(action, first);
  const [answered, setAnswered] = useState<Awaited<State>>();
  const [isPending, start] = useTransition();
  const state = answered ?? posted;
  async function submit(form: FormData) {
    try {
      setAnswered(await (byScript?.(form) ?? action(state, form)));
    } catch (cause) {
      // A redirect and a fault of the page's server have a digest. A lost network and a proxy's 502 have none.
      if ('digest' in Object(cause)) throw cause;
      setAnswered(failed(await failedAction(cause)));
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Prevents React's reset of the fields after the action, so a refused value can be corrected.
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!isPending) start(() => submit(form));
  };
  return { state, isPending, formProps: { action: post, onSubmit } };
}
