'use client';

import { Notice } from '../page/notice.tsx';
import { useSession } from '../session/may.tsx';

/** In the place of the form, for who may not add. */
export const MayNotAdd = () => (
  <Notice title="You can look, but not add">
    <WayOut scope="plants:write" as="a clerk" what="add plants" />
  </Notice>
);

/** In the place of the list, for who may not read. */
export const MayNotList = () => (
  <Notice title="You don't have access to the plant list">
    <WayOut scope="plants:read" as="a viewer" what="see the plants" />
  </Notice>
);

/** In the place of an import, for who may not import. */
export const MayNotImport = () => (
  <Notice title="You cannot import files">
    <WayOut scope="imports" as="a clerk" what="import" />
  </Notice>
);

function WayOut({ scope, as, what }: { scope: string; as: string; what: string }) {
  const role = useSession()?.role;
  return role
    ? `You are a ${role} here. An owner of the store can make you ${as}.`
    : `This access token has no ${scope} scope. To ${what}, sign out and sign in with one that has it.`;
}
