import type { Failure } from '@plant-store/client';
import Link from 'next/link';
import { reason } from '../../api/reason.ts';
import buttons from '../../ui/buttons/button.module.css';
import { NoticePage } from '../../ui/layout/notice.tsx';
import { texts } from './texts.ts';

/** Replaces a plant that could not be read: the reason, and the next step. */
export const PlantFailure = ({ failure }: { failure: Failure }) => (
  <NoticePage
    title={texts.failure}
    action={
      <Link href="/" prefetch={false} className={buttons.quiet}>
        {texts.allPlants}
      </Link>
    }
  >
    {reason(failure)}
  </NoticePage>
);
