'use client';

import buttons from '../../page/button.module.css';
import main from '../../page/main.module.css';
import { Notice } from '../../page/notice.tsx';

export default function StoreError({ retry }: { retry: () => void }) {
  return (
    <div className={main.sheet}>
      <title>Something broke · Plant store</title>
      <Notice
        as="h1"
        title="Something broke on this page"
        action={
          <button type="button" className={buttons.quiet} onClick={retry}>
            Try again
          </button>
        }
      >
        What was added before is safe in the store. If this goes on, tell whoever runs it.
      </Notice>
    </div>
  );
}
