/**
 * A call as a line for a shell.
 *
 * @module
 */
import { requestOf, type CallRequest } from '#protocol/upstream.ts'
import { stringifyJson } from '#protocol/json.ts'
import type { ConsoleCall } from './calls.ts'
import { withSecretsNamed } from './draft.ts'

/** Where a wallet service answers unless it is told otherwise. */
const walletService = 'http://127.0.0.1:18083/json_rpc'

/**
 * @param params - As they were typed; of a secret only its name is repeated, to be put in by hand.
 * @param origin - Of the page, whose server answers the daemon's calls.
 */
export function curlLine(
  { doc, daemon }: ConsoleCall,
  params: { readonly [name: string]: unknown },
  origin: string,
): string {
  const shown = withSecretsNamed(doc.params, params)
  if (daemon) return lineFor(requestOf[daemon.route](doc.name, daemon.contract, shown), origin)
  const call = { jsonrpc: '2.0', id: '0', method: doc.name, params: shown }
  return jsonLine(walletService, stringifyJson(call))
}

function lineFor({ path, body, contentType }: CallRequest, origin: string): string {
  if (contentType === 'application/json')
    return jsonLine(origin + path, new TextDecoder().decode(body))
  const octets = Array.from(body, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  return `printf '${octets}' | curl ${quoted(origin + path)} --data-binary @- --output answer.bin`
}

const jsonLine = (url: string, body: string) =>
  `curl ${quoted(url)} -H 'Content-Type: application/json' -d ${quoted(body)}`

/** Between single quotes nothing means anything but their end. */
const quoted = (text: string) =>
  /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
