/**
 * Downloads files of a page.
 *
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import { readBody } from '../../proxy/read-body.ts'
import { ProgramError } from '../process/program-error.ts'

/** An answer; without bytes if it is longer than the request permits. */
export type Downloaded = { status: number; headers: Headers; bytes?: Uint8Array }

/** Downloads a path below the page's address. */
export type Download = (
  path: string,
  maxBytes: number,
  headers?: Record<string, string>,
) => Promise<Downloaded>

/** For one file, in milliseconds. */
const timeoutMs = 60_000

/** @param address - Of the page: it is served at the root of its origin. @throws {UsageError} */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('URL: expected http://HOST or https://HOST, without a login')
  if (url.pathname !== '/')
    throw new UsageError('URL: expected an address without a path: the page is at the root')
  return url.origin
}

/** Requests a page. Redirects are followed inside its origin. @throws {ProgramError} That names the URL. */
export const downloadFrom =
  (origin: string): Download =>
  async (path, maxBytes, headers = {}) => {
    const url = `${origin}/${path}`
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(url, { headers, signal, cache: 'no-store' })
      if (new URL(answer.url).origin !== origin)
        throw new ProgramError(`expected an answer of ${origin}, got a redirect to ${answer.url}`)
      // Without the headers: they have the length of the compressed body.
      const bytes = await readBody({ body: answer.body }, maxBytes)
      return { status: answer.status, headers: answer.headers, ...(bytes && { bytes }) }
    } catch (error) {
      throw new ProgramError(`${url}: ${reasonOf(error)}`)
    }
  }

/** `fetch` hides the reason of a failed connection in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
