'use client';

import { changePassword } from '../session/account-actions.ts';
import { AccountForm } from '../session/account-form.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { NewPasswordField } from '../session/person-fields.tsx';
import styles from './account-page.module.css';

/** Changes one's own password. */
export const ChangePasswordForm = () => (
  <div className={styles.form}>
    <AccountForm action={changePassword} submit="Change password">
      {({ problems }) => (
        <>
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            problem={problems.currentPassword}
          />
          <NewPasswordField label="New password" name="newPassword" problem={problems.newPassword} />
        </>
      )}
    </AccountForm>
  </div>
);
