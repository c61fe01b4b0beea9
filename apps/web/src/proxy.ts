import { type NextRequest, NextResponse } from 'next/server';

/** Gives each page its policy with a new nonce, and refuses an unreadable form. The API decides about access. */
export async function proxy(request: NextRequest) {
  if (!(await isReadable(request))) return new NextResponse(unreadable, { status: 400, headers: plainText });
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  // Next reads the nonce from the request's policy, and puts it on the scripts that it writes.
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = {
  matcher: '/((?!_next/static/|(?:service-worker\\.js|icon\\.svg|favicon\\.ico|manifest\\.webmanifest)$).*)',
};

const unreadable = 'The store could not read this form. Open the page again, and send it from there.';
const plainText = { 'content-type': 'text/plain', 'cache-control': 'no-store' };

/**
 * True if a posted body is a form with its proper type. Next would fail on any other body, with a stack in the log. For
 * the page after a form, Next sends itself a request with the headers of a form and without a body.
 */
async function isReadable(request: NextRequest): Promise<boolean> {
  if (request.method !== 'POST') return true;
  if (!/^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')) return true;
  return request.formData().then(
    () => true,
    () => false,
  );
}

function contentSecurityPolicy(nonce: string): string {
  const isDev = process.env.NODE_ENV === 'development';
  return [
    "default-src 'self'",
    // React's development build needs eval to show the source of an error on the server.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
