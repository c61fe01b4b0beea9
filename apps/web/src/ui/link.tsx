// biome-ignore lint/style/noRestrictedImports: this is the one place
import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/** A link to a page of the store, which is loaded only after a click. */
export const Link = (link: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...link} />;
