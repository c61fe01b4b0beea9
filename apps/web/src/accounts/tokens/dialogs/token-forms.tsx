import { isAllowed, type NewToken, scopes, type Token } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { browserClient } from '../../../api/browser-client.ts';
import { sentence } from '../../../api/sentence.ts';
import { scopeTexts } from '../../../session/rights-text.ts';
import { useSession } from '../../../session/session-context.ts';
import { useSubmit } from '../../../session/use-submit.ts';
import dialog from '../../../ui/dialogs/dialog-form.module.css';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { RadioChoice } from '../../../ui/fields/radio-choice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { When } from '../../../ui/text/when.tsx';
import { texts as bannerTexts } from '../banner-texts.ts';
import { texts } from '../texts.ts';
import { allTokens, type NewTokenValue } from '../token-queries.ts';
import styles from './token-dialog.module.css';

export function MakeToken({ onMade }: { onMade: (made: NewTokenValue) => void }) {
  const queries = useQueryClient();
  const held = useSession()?.scopes;
  const offered = scopes.filter((scope) => held === undefined || isAllowed(held, scope));
  const form = useForm<Required<NewToken>>({
    defaultValues: { name: '', scopes: offered.filter((scope) => scope === 'plants:read'), days: 90 },
  });
  const submit = useSubmit(form, {
    send: (token) => browserClient.tokens.create.mutate(token),
    onDone: onMade,
    fields: ['name', 'scopes'],
    onNoAnswer: () => {
      void queries.invalidateQueries({ queryKey: allTokens().queryKey });
      return texts.make.noAnswer;
    },
  });
  const { errors } = form.formState;
  return (
    <DialogForm {...texts.make} {...submit}>
      <TextField
        label={texts.make.name}
        problem={errors.name && sentence(errors.name.message ?? '', texts.make.theName)}
        {...form.register('name')}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.label}>{texts.make.scopes}</legend>
        {offered.map((scope) => (
          <label key={scope} className={styles.option}>
            <input type="checkbox" value={scope} {...form.register('scopes')} />
            <span>
              {scopeTexts[scope]} <code className={styles.scope}>{scope}</code>
            </span>
          </label>
        ))}
        {errors.scopes && (
          <p className={dialog.problem} role="alert">
            {texts.make.noScope}
          </p>
        )}
      </fieldset>
      <TokenDays days={form.watch('days')} onChange={(days) => form.setValue('days', days)} />
    </DialogForm>
  );
}

type Rotation = { overlapHours: number; days: number | null };

/** The number of hours in a text, or NaN; the store refuses NaN with a message for the field. */
const hoursIn = (typed: unknown) => (/^\s*\d+\s*$/.test(String(typed)) ? Number(typed) : Number.NaN);

export function RotateToken({ token, onMade }: { token: Token; onMade: (made: NewTokenValue) => void }) {
  const { id, name } = token;
  const form = useForm<Rotation>({ defaultValues: { overlapHours: 24, days: 90 } });
  const submit = useSubmit(form, {
    send: (rotation) => browserClient.tokens.rotate.mutate({ id, ...rotation }),
    onDone: onMade,
    fields: ['overlapHours'],
  });
  const problem = form.formState.errors.overlapHours?.message;
  return (
    <DialogForm {...texts.rotation} title={texts.rotation.title(<Bdi text={name} />)} {...submit}>
      <TextField
        label={texts.rotation.hours}
        inputMode="numeric"
        problem={problem && sentence(problem, texts.rotation.theHours)}
        {...form.register('overlapHours', { setValueAs: hoursIn })}
      />
      <TokenDays days={form.watch('days')} onChange={(days) => form.setValue('days', days)} />
    </DialogForm>
  );
}

const TokenDays = ({ days, onChange }: { days: number | null; onChange: (days: number | null) => void }) => (
  <RadioChoice<number | null> {...texts.days} value={days} onChange={onChange} isInRow />
);

export function RevokeToken({ token, onDone }: { token: Token; onDone: () => void }) {
  const { id, name, lastUsedAt } = token;
  const { title, text, lastUsed, neverUsed, ...buttons } = bannerTexts.revocation;
  const submit = useSubmit(useForm(), {
    send: () => browserClient.tokens.revoke.mutate({ id }),
    onDone,
  });
  return (
    <DialogForm
      {...buttons}
      title={title(<Bdi text={name} />)}
      text={
        <>
          {text} {lastUsedAt ? lastUsed(<When at={lastUsedAt} />) : neverUsed}
        </>
      }
      {...submit}
      isDestructive
    />
  );
}
