import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { numberText } from '../page/count-text.ts';
import record from '../page/record.module.css';
import { leftAlone } from './receipt-queries.ts';
import { leftReasons, leftText } from './receipt-text.ts';

/** Which plants an undoing left alone, and why; or that this is not known any more. */
export function LeftAlone({ receipt, count }: { receipt: bigint; count: number }) {
  const { data: left } = useQuery(leftAlone(receipt));
  return (
    <section className={record.part} aria-labelledby="left-alone">
      <h2 id="left-alone" className={record.title}>
        Left alone
      </h2>
      <p className={record.note}>
        {leftText(count)}{' '}
        {left
          ? left.length < count && `The first ${numberText(left.length)} of them:`
          : 'Which plants that is, is told right after undoing, and is not kept.'}
      </p>
      {left && (
        <ul className={record.list}>
          {left.map(({ id, reason }) => (
            <li key={String(id)}>
              <Link href={`/plants/${id}`} prefetch={false}>
                Plant {String(id)}
              </Link>{' '}
              {leftReasons[reason]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
