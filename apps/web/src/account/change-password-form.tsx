'use client';

import { PasswordField } from '../session/password-field.tsx';
import { changePassword } from './account-actions.ts';
import { AccountForm } from './account-form.tsx';
import styles from './account-page.module.css';
import { NewPasswordField } from './person-fields.tsx';

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
