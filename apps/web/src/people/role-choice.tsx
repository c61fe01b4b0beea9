import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type Role, roles } from '@plant-store/schema';
import radio from '../page/radio.module.css';
import styles from './role-choice.module.css';
import { roleNames, roleRights } from './role-text.ts';

/** What somebody is to be, with what each role may do. */
export const RoleChoice = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <RadioGroup<Role> className={styles.choice} aria-labelledby="role" value={role} onValueChange={onChange}>
    <span id="role" className={styles.label}>
      They are to be
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
