import { type Role, roles } from '@plant-store/schema';
import { RadioChoice } from '../../ui/fields/radio-choice.tsx';
import { texts } from './texts.tsx';

const choices = roles.map((role) => ({
  value: role,
  text: texts.roles.names[role],
  note: texts.roles.rights[role],
}));

/** The choice of a role, with the rights of each. */
export const RoleChoice = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <RadioChoice label={texts.roles.label} value={role} onChange={onChange} choices={choices} />
);
