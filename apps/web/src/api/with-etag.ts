/** The plant of an answer, with its ETag, by which the store recognises a later change. */
export async function withEtag<Plant>(ask: (onEtag: (etag: string) => void) => Promise<Plant>) {
  let etag: string | undefined;
  const plant = await ask((answered) => {
    etag = answered;
  });
  return { plant, etag };
}
