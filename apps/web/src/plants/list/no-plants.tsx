import { useMay } from '../../session/session-context.tsx';
import { Logo } from '../../ui/layout/logo.tsx';
import { Link } from '../../ui/link.tsx';
import { AddSamples } from './add-samples.tsx';
import styles from './plant-list.module.css';
import { texts } from './texts.ts';

export function NoPlants() {
  const may = useMay();
  const toAdd = may('imports') ? texts.empty.add((text) => linkTo('/import', text)) : texts.empty.addOnly;
  return (
    <div className={styles.empty}>
      <Logo />
      <p>
        <strong>{texts.empty.title}</strong> {may('plants:write') ? toAdd : texts.empty.viewer}
      </p>
      {may('admin') && <p>{texts.empty.invite((text) => linkTo('/people', text))}</p>}
      <AddSamples />
    </div>
  );
}

const linkTo = (path: string, text: string) => <Link href={path}>{text}</Link>;
