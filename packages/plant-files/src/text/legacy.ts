import type { Encoding } from './encoding.ts';
import type { Decode } from './utf8.ts';

/** Strict: the text ends before the first byte that the standard gives U+FFFD or a control character. */
export async function legacyDecoder(encoding: Encoding): Promise<Decode> {
  const Decoder = await decoderFor(encoding);
  const decoder = new Decoder(encoding, { ignoreBOM: true });
  return (block, isLast) => {
    const text = decoder.decode(block, { stream: !isLast });
    const bad = text.search(/[\u0080-\u009f\ufffd]/);
    return bad === -1 ? { text } : { text: text.slice(0, bad), isInvalid: true };
  };
}

export async function textIn(encoding: Encoding, bytes: Uint8Array): Promise<string | undefined> {
  const decode = await legacyDecoder(encoding);
  const { text, isInvalid } = decode(bytes, true);
  return isInvalid ? undefined : text;
}

// Node's decoders lack letters of Big5 and EUC-KR (nodejs/node#61041), which those of browsers have. So Node takes
// those of a library, which gives a browser its own.
async function decoderFor(encoding: Encoding): Promise<typeof TextDecoder> {
  if (!/^(?:gb|big5|euc-|shift_jis|iso-2022-jp)/.test(encoding)) return TextDecoder;
  return (await import('@exodus/bytes/encoding-browser.js')).TextDecoder;
}
