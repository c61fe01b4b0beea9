import { hash } from 'node:crypto';
import type { StoredPlant } from '@plant-store/schema';

/** A strong validator (RFC 9110, section 8.8.1): the same for the same id, name and tag, and different otherwise. */
export const etagOf = ({ id, name, tag }: StoredPlant): string =>
  `"${hash('sha256', JSON.stringify([id.toString(), name, tag]), 'base64url').slice(0, 22)}"`;
