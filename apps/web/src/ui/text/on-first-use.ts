/** For the formats of `Intl`: a browser takes some 10 ms to make the first one, so no page makes one while it is being loaded. */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
