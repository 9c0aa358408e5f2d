/**
 * Finds the method of a JSON-RPC request without parsing it.
 *
 * @module
 */
import { bytesToLatin1 } from '../bytes.ts'
import {
  closeList,
  closeObject,
  colon,
  comma,
  openList,
  openObject,
  quote,
  stringEnd,
} from './byte-scan.ts'

/** No method has a longer name. */
const longestName = 64

/**
 * The text of the last complete member `method` of the root object; undefined without one, and where its name or its
 * text is escaped. Takes time linear in the length and constant memory, however deep the values nest.
 *
 * @param bytes - A request, or its beginning.
 */
export function methodIn(bytes: Uint8Array): string | undefined {
  let method: string | undefined
  let depth = 0
  /** The last string of the root object, and whether it follows `"method":`. */
  let text: string | undefined
  let isMethod = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) {
      const end = stringEnd(bytes, at + 1)
      if (end === undefined) return method
      text = depth === 1 ? shortText(bytes, at + 1, end) : undefined
      if (depth === 1 && isMethod) method = text
      at = end
    } else if (byte === openObject || byte === openList) {
      depth++
      isMethod = false
    } else if (byte === closeObject || byte === closeList) {
      // Text after the request is ignored.
      if (--depth <= 0) return method
    } else if (byte === colon) isMethod = depth === 1 && text === 'method'
    else if (byte === comma) isMethod = false
  }
  return method
}

function shortText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > longestName) return undefined
  const text = bytesToLatin1(bytes.subarray(start, end))
  return text.includes('\\') ? undefined : text
}
