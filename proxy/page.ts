/**
 * Serves the page's files, with security headers.
 *
 * @module
 */

/** The bytes of a file, and their brotli compression if the build made one. */
export type PageFile = { bytes: Uint8Array<ArrayBuffer>; brotli?: Uint8Array<ArrayBuffer> }

/** Finds a file by its path below the page's folder, such as `assets/index-3f9c.js`. */
export type FindFile = (path: string) => Promise<PageFile | undefined>

const types: { readonly [ending: string]: string } = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  wasm: 'application/wasm',
  bin: 'application/octet-stream',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  json: 'application/json',
  sig: 'application/octet-stream',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
}

/**
 * Allows our own origin only and no inline code. WebAssembly may be compiled.
 *
 * @param servers - Origins of second servers, whose scan feed the page may compare.
 */
const contentSecurityPolicy = (servers: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...servers].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Headers of each file that protect the page. Only the page itself may use the camera: it scans QR codes.
 *
 * @param servers - Origins of second servers that the page may connect to.
 */
export const securityHeaders = (servers: readonly string[] = []) => ({
  'content-security-policy': contentSecurityPolicy(servers),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
})

// The bundler puts a hash of the content into these names.
const isHashed = (path: string) => path.startsWith('assets/')

/**
 * Answers requests for the page's files; undefined for any other path.
 *
 * @param comparedFeeds - Addresses of second servers whose scan feed the page may compare.
 */
export function pageFrom(find: FindFile, comparedFeeds: readonly string[] = []) {
  const security = securityHeaders(comparedFeeds.map((address) => new URL(address).origin))
  return async (request: Request): Promise<Response | undefined> => {
    const path = pathOf(request)
    const type = types[path.split('.').at(-1) ?? '']
    const file = type && (await find(path))
    if (!file) return undefined
    const packed = takesBrotli(request) ? file.brotli : undefined
    const body = packed ?? file.bytes
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        ...security,
        vary: 'accept-encoding',
        'content-type': type,
        'content-length': String(body.length),
        ...(packed && { 'content-encoding': 'br' }),
        'cache-control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    })
  }
}

function pathOf(request: Request): string {
  const { pathname } = new URL(request.url)
  return pathname === '/' ? 'index.html' : pathname.slice(1)
}

const takesBrotli = (request: Request) =>
  /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
