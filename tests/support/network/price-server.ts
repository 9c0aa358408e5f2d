/**
 * A source of prices, in the form of public services.
 *
 * @module
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PriceServer = {
  url: string
  /** Number of requests. */
  requests: () => number
  stop: () => Promise<void>
}

/** @param prices - Of one XMR, by the code of the currency. */
export async function startPriceServer(prices: Record<string, number>): Promise<PriceServer> {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ monero: prices }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
