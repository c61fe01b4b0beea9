import { createHash } from 'node:crypto';
import type { StoredPlant } from '@plant-store/schema';

/** A strong validator (RFC 9110, section 8.8.1): the same for the same id, name and tag, and different otherwise. */
export const etagOf = ({ id, name, tag }: StoredPlant): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([id.toString(), name, tag]))
    .digest('base64url')
    .slice(0, 22)}"`;
