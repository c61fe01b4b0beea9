type TagCount = { tag: string; count: number };

/** The first tag whose name differs from this one in capital letters alone; never `renamed` itself. */
export const alikeTag = (name: string, tags: readonly TagCount[], renamed: string | undefined) =>
  tags.find(({ tag }) => tag !== renamed && tag !== name && tag.toLowerCase() === name.toLowerCase());
