import type { TrashedPlant } from '@plant-store/schema';
import { browserClient } from '../store/browser-client.ts';
import { type Page, pagesOf } from '../store/pages-of.ts';

export type TrashPage = Page<TrashedPlant>;

export const trashPageLength = 50;

/** What is in the trash, the plant deleted last first. */
export const trashPages = (first?: TrashPage) =>
  pagesOf(
    ['trash'],
    (cursor, options) => browserClient.trash.list.query({ limit: trashPageLength, cursor }, options),
    first,
  );
