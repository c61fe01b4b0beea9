import type { Failure } from '@plant-store/client';
import Link from 'next/link';
import buttons from '../page/button.module.css';
import { Notice } from '../page/notice.tsx';
import { noAnswer } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';

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
    {failure === noAnswer
      ? 'The store did not answer. Reload this page in a moment.'
      : sentence(failure.message)}
  </Notice>
);
