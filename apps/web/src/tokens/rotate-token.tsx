'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { Token } from '@plant-store/schema';
import { type FormEvent, useState } from 'react';
import { Bdi } from '../page/bdi.tsx';
import { DialogActions } from '../page/dialog-actions.tsx';
import form from '../page/dialog-form.module.css';
import { TextField } from '../page/text-field.tsx';
import { browserClient } from '../store/browser-client.ts';
import { sentence } from '../store/sentence.ts';
import type { Made } from './asked.ts';
import { TokenDays } from './token-days.tsx';
import { useTokenRequest } from './use-token-request.ts';

/** Asks for how long the present value of a token is to work beside the new one. */
export function RotateToken({ token, onMade }: { token: Token; onMade: (made: Made) => void }) {
  const { send, problemAt, problemBeside, isPending } = useTokenRequest(onMade);
  const [days, setDays] = useState<number | null>(90);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const hours = String(new FormData(event.currentTarget).get('overlap') ?? '').trim();
    // What is no number is for the store to refuse, in the words that it has for that.
    const overlapHours = /^\d+$/.test(hours) ? Number(hours) : Number.NaN;
    void send(() => browserClient.tokens.rotate.mutate({ id: token.id, overlapHours, days }));
  };
  const atOverlap = problemAt('/overlapHours');
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <Dialog.Title className={form.title}>
        Rotate <Bdi text={token.name} />
      </Dialog.Title>
      <Dialog.Description className={form.text}>
        It gets another value, and keeps its name and what it may do. Both values work for a while, so that
        every program that uses it can be given the new one in time.
      </Dialog.Description>
      <TextField
        label="Hours for which both work"
        name="overlap"
        inputMode="numeric"
        defaultValue="24"
        problem={atOverlap && sentence(atOverlap, 'It')}
      />
      <TokenDays days={days} onChange={setDays} />
      <DialogActions
        act="Rotate"
        acting="Rotating…"
        isActing={isPending}
        problem={problemBeside('/overlapHours')}
      />
    </form>
  );
}
