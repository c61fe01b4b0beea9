import type { Scope } from '@plant-store/schema';
import { texts } from './texts.ts';

export type Page = { path: string; name: string; scope?: Scope };

export const pages: Page[] = [
  { path: '/', name: texts.nav.plants },
  { path: '/import', name: texts.nav.import, scope: 'imports' },
  { path: '/receipts', name: texts.nav.activity, scope: 'plants:read' },
  { path: '/trash', name: texts.nav.trash, scope: 'plants:read' },
  { path: '/statistics', name: texts.nav.statistics, scope: 'plants:read' },
];
