import { balanced } from './isolated.ts';

/**
 * A text from a user within a sentence. Its text direction does not change the words around it, and a browser that
 * translates the page leaves it as it is: a translated name would be typed into other systems.
 */
export const Bdi = ({ text, className }: { text: string; className?: string | undefined }) => (
  <bdi translate="no" className={className}>
    {balanced(text)}
  </bdi>
);
