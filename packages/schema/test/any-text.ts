import fc from 'fast-check';

const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

/** Text of any code points without lone surrogates. fast-check needs seconds to build its own generator for this. */
export const anyText = (lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...lengths, unit: codePoint });
