import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { socksProxyOf } from '#protocol/network/socks.ts'
import { tlsOf } from '#protocol/network/tls.ts'
import { comparedConnection } from '../../../server/wallet-rpc/compared-daemons.ts'
import { heightId, sampledAnswer } from '../../support/daemons/sampled-node.ts'
import { startSocksProxy } from '../../support/network/socks-proxy.ts'

const tls = tlsOf({ mode: 'disabled' })
const at = (address: string) => ({ address, trusted: false, tls })

/** A daemon of one block, which has no settled one. */
async function startDaemon() {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => response.end(sampledAnswer(1, body)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const offline = '127.0.0.1:1'

describe('a connection of the service', () => {
  test('has the compared daemons as other nodes', async () => {
    const address = await startDaemon()
    const comparedDaemons = [at(address), at(offline)]
    const connect = comparedConnection(
      { proxy: undefined, comparedDaemons, scanFeed: false },
      () => {},
    )
    const daemon = connect(at('127.0.0.1:2'))
    onTestFinished(() => daemon.close())
    const { samples, includeOwn } = daemon.otherNodes!
    expect(includeOwn).toBe(false)
    const [one, other] = await samples()
    expect(one).toEqual({
      name: address,
      problem: undefined,
      height: 1n,
      top_id: heightId(0),
      settled: [],
      fees: [20n, 80n],
    })
    expect(other).toMatchObject({ name: offline, problem: 'it does not answer' })
  })

  test('is not compared with its own daemon', async () => {
    const comparedDaemons = [at(offline)]
    const connect = comparedConnection(
      { proxy: undefined, comparedDaemons, scanFeed: false },
      () => {},
    )
    const daemon = connect(at(`http://${offline}/`))
    onTestFinished(() => daemon.close())
    expect(await daemon.otherNodes!.samples()).toEqual([])
  })

  test('has no other nodes without compared daemons', () => {
    const daemon = comparedConnection(
      { proxy: undefined, comparedDaemons: [], scanFeed: false },
      () => {},
    )(at(offline))
    expect(daemon.otherNodes).toBeUndefined()
    daemon.close()
  })

  test('uses a circuit of its own for them', async () => {
    const socks = await startSocksProxy()
    onTestFinished(socks.stop)
    const proxy = socksProxyOf(`socks5://${socks.address}`)
    const comparedDaemons = [at(await startDaemon())]
    const daemon = comparedConnection({ proxy, comparedDaemons, scanFeed: false }, () => {})(
      at(offline),
    )
    onTestFinished(() => daemon.close())
    await daemon.otherNodes!.samples()
    expect(new Set(socks.users)).toEqual(new Set(['compare']))
  })
})
