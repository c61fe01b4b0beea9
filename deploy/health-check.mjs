// node health-check.mjs ADDRESS: exits with code 0 if the address answers 200 within 5 s. The image has no curl.
const [address] = process.argv.slice(2);
const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(5_000) });
if (!ok) throw new Error(`${address} answers ${status}`);
