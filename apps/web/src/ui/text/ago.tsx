import { useNow } from '../use-now.ts';
import { agoText } from './relative-time.ts';
import hidden from './visually-hidden.module.css';
import { exactText, timeText, When } from './when.tsx';

/** A time such as `2 min ago`, which grows while one looks. The exact one is its title, and screen readers say both. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  if (now === undefined) return <When at={at} />;
  const exact = exactText(at);
  return (
    <time dateTime={at} title={exact}>
      {agoText(new Date(at), now) ?? timeText(at)}
      <span className={hidden.visuallyHidden}>{`, ${exact}`}</span>
    </time>
  );
}
