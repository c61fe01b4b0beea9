import type { Failure } from '@plant-store/client';
import Link from 'next/link';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import { reason } from '../store/reason.ts';
import { texts } from './texts.ts';

/** Replaces an unreadable plant: the reason, and the way out. */
export const PlantFailure = ({ failure }: { failure: Failure }) => (
  <Notice
    as="h1"
    title={texts.failure}
    action={
      <Link href="/" prefetch={false} className={buttons.quiet}>
        {texts.allPlants}
      </Link>
    }
  >
    {reason(failure)}
  </Notice>
);
