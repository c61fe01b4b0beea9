'use client';

import { useEffect } from 'react';
import { endKeeping } from '../ui/fields/typed-fields.ts';

/** Ends what is needed only before hydration. */
export function HydratedPage() {
  useEffect(endKeeping, []);
  return null;
}
