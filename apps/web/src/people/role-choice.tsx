import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type Role, roles } from '@plant-store/schema';
import { useId } from 'react';
import radio from '../page/radio.module.css';
import styles from './role-choice.module.css';
import { roleNames, roleRights } from './role-text.ts';

/** What somebody is to be, with what each role may do. */
export function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const id = useId();
  return (
    <RadioGroup<Role> className={styles.choice} aria-labelledby={id} value={role} onValueChange={onChange}>
      <span id={id} className={styles.label}>
        Role
      </span>
      {roles.map((one) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio is its control
        <label key={one} className={styles.option}>
          <Radio.Root value={one} className={radio.radio}>
            <Radio.Indicator className={radio.dot} />
          </Radio.Root>
          <span>
            {roleNames[one]}
            <span className={styles.rights}>{roleRights[one]}</span>
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}
