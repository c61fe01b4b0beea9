import { Leaf } from './leaf.tsx';
import main from './main.module.css';
import { texts } from './texts.ts';

/** What the whole is called, above a page that has no header. */
export const Mark = () => (
  <p className={main.mark}>
    <Leaf />
    {texts.brand}
  </p>
);
