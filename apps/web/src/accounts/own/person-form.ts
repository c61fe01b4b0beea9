import type { Failure } from '@plant-store/client';
import { noAnswer } from '../../api/attempt.ts';
import { sentence } from '../../api/sentence.ts';
import { textIn } from '../../session/token-text.ts';
import { texts } from './texts.ts';

const labels = texts.fields;

export type PersonField = keyof typeof labels;

export type PersonFormState = {
  problems: Partial<Record<PersonField, string>>;
  problem?: string;
  done?: string;
  /** The typed values, to fill the form again without scripts. */
  typed?: Partial<Record<PersonField, string>>;
};

/** The person as typed into the form, without an empty user name. */
export function personIn(form: FormData) {
  const userName = textIn(form, 'userName').trim();
  return {
    name: textIn(form, 'name'),
    email: textIn(form, 'email'),
    ...(userName !== '' && { userName }),
    password: textIn(form, 'password'),
  };
}

export function typedIn(form: FormData): PersonFormState['typed'] {
  const { password: _, ...typed } = personIn(form);
  return typed;
}

/** The reasons why the store refused the account, each at its field. */
export function refusedPerson(failure: Failure, form: FormData): PersonFormState {
  const typed = typedIn(form);
  if (failure === noAnswer) return { problems: {}, problem: texts.form.noAnswer, typed };
  const problems: PersonFormState['problems'] = {};
  for (const { pointer, message, kind } of failure.problems) {
    const field = pointer.slice(1) as PersonField;
    if (field in labels)
      problems[field] ??= kind ? texts.form.guessable[kind] : sentence(message, labels[field]);
  }
  return Object.keys(problems).length > 0
    ? { problems, typed }
    : { problems, problem: sentence(failure.message), typed };
}
