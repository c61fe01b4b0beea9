import { type Content, contentOf } from '../text/content.tsx';

/** A name with its value, in a list of facts; nothing without a value. */
export function Fact({ name, ...value }: { name: string } & Content) {
  const content = contentOf(value);
  return (
    content && (
      <>
        <dt>{name}</dt>
        <dd>{content}</dd>
      </>
    )
  );
}
