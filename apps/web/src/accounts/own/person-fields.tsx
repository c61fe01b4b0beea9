import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { fieldLabel, type PersonField, type PersonFormState } from './person-form.ts';
import { texts } from './texts.ts';

export function PersonFields({ state: { problems, typed = {} } }: { state: PersonFormState }) {
  const field = (name: PersonField) => ({
    label: fieldLabel(name),
    name,
    problem: problems[name],
    defaultValue: typed[name],
  });
  return (
    <>
      <TextField {...field('name')} autoComplete="name" autoCapitalize="words" hint={texts.hints.name} />
      <TextField {...field('email')} type="email" autoComplete="username" />
      <TextField {...field('userName')} hint={texts.hints.userName} />
      <NewPasswordField label={texts.fields.password} name="password" problem={problems.password} />
    </>
  );
}

export const NewPasswordField = (field: { label: string; name: string; problem: string | undefined }) => (
  <PasswordField {...field} autoComplete="new-password" hint={texts.hints.password} />
);
