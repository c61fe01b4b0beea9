import { Logo } from '../ui/layout/logo.tsx';
import main from '../ui/layout/main.module.css';
import { texts } from './texts.ts';

export const Brand = () => (
  <p className={main.mark}>
    <Logo />
    {texts.brand}
  </p>
);
