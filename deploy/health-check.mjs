// node health-check.mjs ADDRESS: exits with code 0 if the address answers 200 within 5 s. The image has no curl. The
// server listens on HOST, if that is set, in place of the host in ADDRESS.
import { urlOf } from '../packages/http/src/process/address.ts';

const { hostname, port, pathname } = new URL(process.argv[2]);
const { HOST } = process.env;
const address = urlOf(HOST?.trim() || hostname, port) + pathname;
const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(5_000) });
if (!ok) throw new Error(`${address} answers ${status}`);
