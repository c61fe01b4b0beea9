import { isAllowed, type NewToken, scopes } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { browserClient } from '../../../api/browser-client.ts';
import { sentence } from '../../../api/sentence.ts';
import { scopeTexts } from '../../../session/rights-text.ts';
import { useSession } from '../../../session/session-context.tsx';
import { useSubmit } from '../../../session/use-submit.ts';
import dialog from '../../../ui/dialogs/dialog-form.module.css';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { texts } from '../texts.ts';
import { allTokens, type NewTokenValue } from '../token-queries.ts';
import { TokenDays } from './token-days.tsx';
import styles from './token-dialog.module.css';

export function MakeToken({ onMade }: { onMade: (made: NewTokenValue) => void }) {
  const queries = useQueryClient();
  const held = useSession()?.scopes;
  const offered = scopes.filter((scope) => held === undefined || isAllowed(held, scope));
  const form = useForm<NewToken>({
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
