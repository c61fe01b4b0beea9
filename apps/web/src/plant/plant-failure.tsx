import type { Failure } from '@plant-store/client';
import Link from 'next/link';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import { reason } from '../store/reason.ts';

/** In the place of a plant that could not be read: why, and the way out. */
export const PlantFailure = ({ failure }: { failure: Failure }) => (
  <Notice
    as="h1"
    title="This plant could not be loaded"
    action={
      <Link href="/" prefetch={false} className={buttons.quiet}>
        All plants
      </Link>
    }
  >
    {reason(failure)}
  </Notice>
);
