'use client';

import type { Receipt } from '@plant-store/schema';
import { useState } from 'react';
import { useMay } from '../../session/may.tsx';
import buttons from '../../ui/buttons/button.module.css';
import { isFileKept } from './receipt-text.ts';
import { texts } from './texts.ts';

/** A link to the annotated file of an import, while the store keeps the file. */
export function AnnotatedLink({ receipt }: { receipt: Receipt }) {
  const may = useMay();
  const [now] = useState(Date.now);
  if (!isFileKept(receipt, now) || !may('imports')) return null;
  return (
    <a href={`/api/imports/${receipt.id}/annotated`} download className={buttons.quiet}>
      {texts.page.download}
    </a>
  );
}
