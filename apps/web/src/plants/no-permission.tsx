import { Notice } from '../page/notice.tsx';

/** In the place of the form, for a token that may not add. */
export const MayNotAdd = () => (
  <Notice title="You can look, but not add">
    This access token has no plants:write scope. To add plants, sign out and sign in with one that has it.
  </Notice>
);

/** In the place of the list, for a token that may not read. */
export const MayNotList = () => (
  <Notice title="The list is not yours to see">
    This access token has no plants:read scope. To see the plants, sign out and sign in with one that has it.
  </Notice>
);

/** In the place of an import, for a token that may not import. */
export const MayNotImport = () => (
  <Notice title="You cannot import files">
    This access token has no imports scope. To import, sign out and sign in with one that has it.
  </Notice>
);
