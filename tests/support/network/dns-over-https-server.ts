/**
 * A DNS resolver over HTTPS with scripted responses.
 *
 * @module
 * @see RFC 8484
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AUTHENTIC_DATA, decode, encode, type Answer } from '@dnsquery/dns-packet'

/** What a name has: its records, each one string or several, and whether they are signed. */
export type Zone = {
  [name: string]: { records: (string | string[])[]; isSigned?: boolean; isAliasOf?: string }
}

export type Resolver = {
  url: string
  /** Names that were asked for. */
  asked: string[]
  stop: () => Promise<void>
}

export async function startResolver(zone: Zone): Promise<Resolver> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { id = 0, questions = [] } = decode(new Uint8Array(Buffer.concat(pieces)))
      const name = questions[0]!.name
      asked.push(name)
      const found = zone[name]
      const owner = found?.isAliasOf ?? name
      const answers: Answer[] = (found?.records ?? []).map((data) => ({
        type: 'TXT',
        name: owner,
        ttl: 60,
        data,
      }))
      if (found?.isAliasOf) answers.unshift({ type: 'CNAME', name, ttl: 60, data: owner })
      const nameError = 3
      const flags = (found ? 0 : nameError) | (found?.isSigned === false ? 0 : AUTHENTIC_DATA)
      const bytes = encode({ type: 'response', id, flags, questions, answers })
      response.writeHead(200, { 'content-type': 'application/dns-message' }).end(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    asked,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A TXT record that names an address for Monero. */
export const recordOf = (address: string): string[] =>
  pieces(`oa1:xmr recipient_address=${address}; recipient_name=Somebody; tx_description=thanks;`)

// DNS keeps at most 255 bytes in one string.
const pieces = (text: string) => text.match(/.{1,100}/gs) ?? []
