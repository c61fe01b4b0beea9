import { type Role, roles } from '@plant-store/schema';
import { RadioChoice } from '../page/radio-choice.tsx';
import { roleNames, roleRights } from './role-text.ts';

const choices = roles.map((role) => ({ value: role, text: roleNames[role], note: roleRights[role] }));

/** What somebody is to be, with what each role may do. */
export const RoleChoice = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <RadioChoice label="Role" value={role} onChange={onChange} choices={choices} />
);
