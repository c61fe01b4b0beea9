import { signOut } from '../../session/actions.ts';
import { rightsText } from '../../session/rights-text.ts';
import type { Session } from '../../session/session.ts';
import { Fact } from '../../ui/layout/fact.tsx';
import record from '../../ui/layout/record.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { PasskeysPart } from '../passkeys/passkeys-part.tsx';
import { texts as people } from '../people/texts.tsx';
import { SignOutForm } from '../sign-out/sign-out-form.tsx';
import { signOutEverywhere } from './account-actions.ts';
import styles from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';
import { texts } from './texts.ts';
import { ThisDevice } from './this-device.tsx';

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
          <SignOutForm action={signOut} label={texts.menu.signOut} />
        </section>
      )}
    </div>
  );
}
