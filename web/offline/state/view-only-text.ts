/**
 * The text from which a view-only wallet is restored: address, private view key and height.
 *
 * @module
 * @see https://github.com/monero-project/monero/wiki/URI-Formatting (`monero_wallet:`)
 */
import { JsonError, parseJson } from '#protocol/json/json.ts'

export type ViewOnlyKeys = { address: string; viewkey: string; height: string }

export const writeViewOnly = ({ address, viewkey, height }: ViewOnlyKeys): string =>
  `monero_wallet:${address}?view_key=${viewkey}&height=${height}`

const addressForm = /^[1-9A-HJ-NP-Za-km-z]{95}$/
const keyForm = /^[0-9a-f]{64}$/i
const heightForm = /^\d{1,10}$/

/** Reads such a link, or the JSON of Feather and ANONERO. @returns Undefined for another text. */
export function readViewOnly(text: string): ViewOnlyKeys | undefined {
  const given = text.trim()
  const read = given.startsWith('{') ? ofJson(given) : ofLink(given)
  if (!read || !addressForm.test(read.address) || !keyForm.test(read.viewkey)) return undefined
  return {
    address: read.address,
    viewkey: read.viewkey.toLowerCase(),
    height: heightForm.test(read.height) ? read.height : '0',
  }
}

function ofLink(given: string): ViewOnlyKeys | undefined {
  const [, address, query] = /^monero(?:_wallet)?:(?:\/\/)?([^?]+)\?(.*)$/is.exec(given) ?? []
  if (address === undefined) return undefined
  const params = new URLSearchParams(query)
  const first = (...names: string[]) => names.map((name) => params.get(name)).find(Boolean) ?? ''
  return {
    address,
    viewkey: first('view_key', 'secret_view_key'),
    height: first('height', 'restore_height'),
  }
}

function ofJson(given: string): ViewOnlyKeys | undefined {
  try {
    const read = { ...(parseJson(given) as Record<string, unknown>) }
    return {
      address: String(read.primaryAddress),
      viewkey: String(read.privateViewKey),
      height: String(read.restoreHeight ?? ''),
    }
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}
