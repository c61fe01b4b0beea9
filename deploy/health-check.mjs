// node health-check.mjs ADDRESS: ends with 0 where it answers 200 within 5 s, as an image without curl can be asked.
const [address] = process.argv.slice(2);
const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(5_000) });
if (!ok) throw new Error(`${address} answers ${status}`);
