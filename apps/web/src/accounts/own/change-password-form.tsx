'use client';

import { PasswordField } from '../../ui/fields/password-field.tsx';
import { changePassword } from './account-actions.ts';
import { AccountForm, NewPasswordField } from './account-form.tsx';
import styles from './account-page.module.css';
import { texts } from './texts.ts';

export const ChangePasswordForm = () => (
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
