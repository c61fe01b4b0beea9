import { useQuery } from '@tanstack/react-query';
import record from '../../ui/layout/record.module.css';
import { Link } from '../../ui/link.tsx';
import { leftAlone } from './receipt-queries.ts';
import { texts } from './texts.ts';

export function LeftAlone({ receipt, count }: { receipt: bigint; count: number }) {
  const { data: left } = useQuery(leftAlone(receipt));
  return (
    <section className={record.part} aria-labelledby="left-alone">
      <h2 id="left-alone" className={record.title}>
        {texts.left.title}
      </h2>
      <p className={record.note}>
        {texts.left.count(count)}{' '}
        {left ? left.length < count && texts.left.first(left.length) : texts.left.unknown}
      </p>
      {left && (
        <ul className={record.list}>
          {left.map(({ id, reason }) => (
            <li key={String(id)}>
              <Link href={`/plants/${id}`}>{texts.left.plant(String(id))}</Link> {texts.left.reasons[reason]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
