'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { Token } from '@plant-store/schema';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { sentence } from '../../api/sentence.ts';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import type { Made } from './asked.ts';
import { texts } from './texts.tsx';
import { TokenDays } from './token-days.tsx';
import { useTokenRequest } from './use-token-request.ts';

/** Asks how long the old value of a token works beside the new one. */
export function RotateToken({ token, onMade }: { token: Token; onMade: (made: Made) => void }) {
  const { send, problemAt, problemBeside, isPending } = useTokenRequest(onMade);
  const [days, setDays] = useState<number | null>(90);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const hours = String(new FormData(event.currentTarget).get('overlap') ?? '').trim();
    // The store refuses anything but a number, with a message for the field.
    const overlapHours = /^\d+$/.test(hours) ? Number(hours) : Number.NaN;
    void send(() => browserClient.tokens.rotate.mutate({ id: token.id, overlapHours, days }));
  };
  const atOverlap = problemAt('/overlapHours');
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <Dialog.Title className={form.title}>{texts.rotation.title(<Bdi text={token.name} />)}</Dialog.Title>
      <Dialog.Description className={form.text}>{texts.rotation.text}</Dialog.Description>
      <TextField
        label={texts.rotation.hours}
        name="overlap"
        inputMode="numeric"
        defaultValue="24"
        problem={atOverlap && sentence(atOverlap, texts.rotation.theHours)}
      />
      <TokenDays days={days} onChange={setDays} />
      <DialogActions
        act={texts.rotation.act}
        acting={texts.rotation.acting}
        isActing={isPending}
        problem={problemBeside('/overlapHours')}
      />
    </form>
  );
}
