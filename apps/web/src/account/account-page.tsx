import { ThisDevice } from '../offline/this-device.tsx';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import record from '../page/record.module.css';
import { When } from '../page/when.tsx';
import { PasskeysPart } from '../passkeys/passkeys-part.tsx';
import { roleNames, roleRights } from '../people/role-text.ts';
import { signOut } from '../session/actions.ts';
import { rightsText } from '../session/rights-text.ts';
import type { Session } from '../session/session.ts';
import { signOutEverywhere } from './account-actions.ts';
import styles from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';

type AccountPageProps = {
  session: Session;
  /** What was done a moment ago. */
  done: string | undefined;
};

/** Who is signed in, and what they can change about that. */
export const AccountPage = ({ session, done }: AccountPageProps) => (
  <div className={record.record}>
    <p className={styles.done} role="status">
      {done === 'not-everywhere' &&
        'The store did not answer: you may be signed in elsewhere still. Try again.'}
    </p>
    <dl className={record.facts}>
      <dt>{session.kind === 'person' ? 'Name' : 'Access token'}</dt>
      <dd>
        <Bdi text={session.name} />
      </dd>
      {session.login && (
        <>
          <dt>Sign in with</dt>
          <dd>
            <Bdi text={session.login.email} />
            {session.login.userName && (
              <>
                {' or '}
                <Bdi text={session.login.userName} />
              </>
            )}
          </dd>
        </>
      )}
      {session.role && (
        <>
          <dt>Role</dt>
          <dd>
            {roleNames[session.role]}: {roleRights[session.role].toLowerCase()}
          </dd>
        </>
      )}
      {session.kind === 'token' && (
        <>
          <dt>It may</dt>
          <dd>{rightsText(session.scopes)}</dd>
        </>
      )}
      {session.expiresAt && (
        <>
          <dt>{session.kind === 'person' ? 'Signed in until' : 'It works until'}</dt>
          <dd>
            <When at={session.expiresAt.toISOString()} />
          </dd>
        </>
      )}
    </dl>
    {session.kind === 'person' ? (
      <>
        <section className={record.part}>
          <h2 className={record.title}>Change password</h2>
          <ChangePasswordForm />
        </section>
        <PasskeysPart />
        <section className={record.part}>
          <h2 className={record.title}>Sign out everywhere</h2>
          <p className={record.note}>
            In this browser, and wherever else you are signed in: on a phone that is lost, or a computer that
            you left.
          </p>
          <form action={signOutEverywhere}>
            <button type="submit" className={buttons.quiet}>
              Sign out everywhere
            </button>
          </form>
        </section>
      </>
    ) : (
      <section className={record.part}>
        <p className={record.note}>
          You are signed in with a token, which is no person’s: it has no password, and what is done with it
          is told under its name.
        </p>
        <form action={signOut}>
          <button type="submit" className={buttons.quiet}>
            Sign out
          </button>
        </form>
      </section>
    )}
    <ThisDevice />
  </div>
);
