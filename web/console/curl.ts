/**
 * A call as a shell command.
 *
 * @module
 */
import { requestOf, type CallRequest } from '#protocol/upstream.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import type { ConsoleCall } from './calls.ts'
import { quoted } from '../format/shell.ts'
import { withSecretsNamed } from './draft.ts'

/** The default address of a wallet service. */
const walletService = 'http://127.0.0.1:18083/json_rpc'

/**
 * @param params - The values of the form. A placeholder replaces each secret.
 * @param origin - The origin of the page; its server answers daemon calls.
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
