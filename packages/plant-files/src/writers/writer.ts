export type FileWriter<Item> = {
  readonly head: string;
  lines(items: Iterable<Item>): string;
};

export async function* serializeFile<Item>(
  writer: FileWriter<Item>,
  batches: AsyncIterable<Iterable<Item>> | Iterable<Iterable<Item>>,
): AsyncGenerator<string, void, void> {
  if (writer.head !== '') yield writer.head;
  for await (const batch of batches) {
    const lines = writer.lines(batch);
    if (lines !== '') yield lines;
  }
}
