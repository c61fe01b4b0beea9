'use client';

import type { FormEvent } from 'react';
import { canPersist } from '../../plants/queue/storage.ts';
import { useQueue } from '../../plants/queue-ui/queue-provider.tsx';
import { signOut } from '../../session/actions.ts';
import { rightsText } from '../../session/rights-text.ts';
import type { Session } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Fact } from '../../ui/layout/fact.tsx';
import record from '../../ui/layout/record.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { texts as menu } from '../menu/texts.ts';
import { PasskeysPart } from '../passkeys/passkeys-part.tsx';
import { texts as people } from '../people/texts.tsx';
import { useSignOut } from '../sign-out/use-sign-out.tsx';
import { changePassword, signOutEverywhere } from './account-actions.ts';
import { AccountForm, NewPasswordField } from './account-form.tsx';
import styles from './account-page.module.css';
import { texts } from './texts.ts';

type AccountPageProps = {
  session: Session;
  /** `not-everywhere` after a sign-out everywhere that the store may not have done. */
  done: string | undefined;
};

export function AccountPage({ session, done }: AccountPageProps) {
  const isPerson = session.kind === 'person';
  return (
    <div className={record.record}>
      <p className={styles.done} role="status">
        {done === 'not-everywhere' && texts.page.notEverywhere}
      </p>
      <dl className={record.facts}>
        <Fact name={isPerson ? texts.page.name : texts.page.accessToken} text={session.name} />
        {session.login && (
          <Fact name={texts.page.signInWith}>
            <Bdi text={session.login.email} />
            {session.login.userName && (
              <>
                {texts.page.or}
                <Bdi text={session.login.userName} />
              </>
            )}
          </Fact>
        )}
        <Fact name={texts.page.role}>{session.role && people.roles.nameWithRights(session.role)}</Fact>
        <Fact name={texts.page.itMay}>{!isPerson && rightsText(session.scopes)}</Fact>
        <Fact name={isPerson ? texts.page.signedInUntil : texts.page.worksUntil} at={session.expiresAt} />
        <ThisDevice />
      </dl>
      {isPerson ? (
        <>
          <section className={record.part}>
            <h2 className={record.title}>{texts.page.changePassword}</h2>
            <ChangePasswordForm />
          </section>
          <PasskeysPart />
          <section className={record.part}>
            <h2 className={record.title}>{texts.page.signOutEverywhere}</h2>
            <p className={record.note}>{texts.page.whereSignedOut}</p>
            <SignOutForm action={signOutEverywhere} label={texts.page.signOutEverywhere} isDestructive />
          </section>
        </>
      ) : (
        <section className={record.part}>
          <p className={record.note}>{texts.page.withToken}</p>
          <SignOutForm action={signOut} label={menu.signOut} />
        </section>
      )}
    </div>
  );
}

function ThisDevice() {
  const isHydrated = useHydrated();
  const { isPersisted } = useQueue().state;
  if (!isHydrated || (canPersist() && isPersisted === undefined)) return null;
  const text = !canPersist()
    ? texts.device.plainHttp
    : isPersisted
      ? texts.device.kept
      : texts.device.refused;
  return <Fact name={texts.device.title}>{text}</Fact>;
}

const ChangePasswordForm = () => (
  <div className={styles.form}>
    <AccountForm action={changePassword} submit={texts.page.changePassword}>
      {({ problems }) => (
        <>
          <PasswordField
            label={texts.fields.currentPassword}
            name="currentPassword"
            autoComplete="current-password"
            problem={problems.currentPassword}
          />
          <NewPasswordField
            label={texts.fields.newPassword}
            name="newPassword"
            problem={problems.newPassword}
          />
        </>
      )}
    </AccountForm>
  </div>
);

type SignOutFormProps = {
  action: () => Promise<never>;
  label: string;
  /** True if `action` ends the sessions on other devices too. */
  isDestructive?: boolean;
};

function SignOutForm({ action, label, isDestructive = false }: SignOutFormProps) {
  const { requestSignOut, isLeaving, dialog } = useSignOut(action, label);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    requestSignOut();
  };
  return (
    <>
      <form action={action} onSubmit={onSubmit}>
        <Button type="submit" look={isDestructive ? 'danger' : 'quiet'} disabled={isLeaving}>
          {label}
        </Button>
      </form>
      {dialog}
    </>
  );
}
