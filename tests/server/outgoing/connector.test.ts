import { errorCode } from '../../../server/process/error-code.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, fetch } from 'undici'
import { afterAll, describe, expect, test } from 'vitest'
import { socksProxyOf } from '#protocol/network/socks.ts'
import { tlsOf, type TlsWish } from '#protocol/network/tls.ts'
import { connectorOf, type Route } from '../../../server/outgoing/connector.ts'
import { encrypt } from '../../../server/tls/listener.ts'
import {
  certificateOf,
  fingerprintOf,
  writeCertificate,
} from '../../support/network/certificates.ts'
import { freePort } from '../../support/network/free-port.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { startSocksProxy } from '../../support/network/socks-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** A server that answers whether it was asked over TLS; counts connections. */
async function start(wish: TlsWish, at = 0) {
  const server = createServer((request, response) =>
    response.end('encrypted' in request.socket ? 'over TLS' : 'plainly'),
  )
  let connections = 0
  encrypt(server, tlsOf(wish))
  server.prependListener('connection', () => connections++)
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  closing.push(stop)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, port, connections: () => connections, stop }
}

/** Asks by a way; what went wrong when nothing came. */
async function ask(url: string, wish: TlsWish, more: Partial<Route> = {}, warned: string[] = []) {
  const warn = (message: string) => warned.push(message)
  const agent = new Agent({ connect: connectorOf({ tls: tlsOf(wish), ...more }, warn) })
  try {
    return await fetch(url, { dispatcher: agent }).then((answer) => answer.text())
  } catch (error) {
    const cause = (error as Error).cause as Error
    return errorCode(cause) ?? cause.message
  } finally {
    await agent.destroy()
  }
}

const folder = temporaryFolder('outgoing')
const root = certificateOf('root', { mayIssue: true })
const between = certificateOf('between', { issuer: root, mayIssue: true })
const leaf = certificateOf('leaf', { issuer: root })
const below = certificateOf('below', { issuer: between })
const caFile = writeCertificate(folder, 'root', root).certificateFile
const unlisted = 'SSL certificate is not in the allowed list, connection dropped'

describe('a connection', () => {
  test('uses TLS when the server supports it, with autodetect', async () => {
    const { url } = await start({ mode: 'enabled' })
    expect(await ask(url, {})).toBe('over TLS')
    const both = await start({ mode: 'autodetect' })
    expect(await ask(both.url, {})).toBe('over TLS')
  })

  test('is repeated without TLS if the server does not support it', async () => {
    const server = await start({ mode: 'disabled' })
    // Without pipelining every request has a connection of its own.
    const connect = connectorOf({ tls: tlsOf({}) }, () => {})
    const agent = new Agent({ connect, pipelining: 0 })
    const asked = () => fetch(server.url, { dispatcher: agent }).then((answer) => answer.text())
    expect(await Promise.all([asked(), asked()])).toEqual(['plainly', 'plainly'])
    expect(server.connections()).toBe(4)
    expect(await asked()).toBe('plainly')
    expect(server.connections()).toBe(5)
    await agent.destroy()
  })

  test('error: a server that once used TLS is not connected without TLS', async () => {
    const server = await start({ mode: 'enabled' })
    const agent = new Agent({ connect: connectorOf({ tls: tlsOf({}) }, () => {}), pipelining: 0 })
    const asked = () => fetch(server.url, { dispatcher: agent }).then((answer) => answer.text())
    expect(await asked()).toBe('over TLS')
    await server.stop()
    const other = await start({ mode: 'disabled' }, server.port)
    await expect(asked()).rejects.toThrow('fetch failed')
    await other.stop()
    await start({ mode: 'enabled' }, server.port)
    expect(await asked()).toBe('over TLS')
    await agent.destroy()
  })

  test('error: a server that used TLS once is not connected without TLS by a second connector', async () => {
    const server = await start({ mode: 'enabled' })
    const learned = {}
    expect(await ask(server.url, {}, { learned })).toBe('over TLS')
    await server.stop()
    const other = await start({ mode: 'disabled' }, server.port)
    expect(await ask(other.url, {}, { learned })).toMatch(/^ERR_SSL|ECONNRESET/)
  })

  test('is plain, with disabled', async () => {
    const { url } = await start({ mode: 'autodetect' })
    expect(await ask(url, { mode: 'disabled' })).toBe('plainly')
  })

  test('error: is never plain, with enabled', async () => {
    const { url } = await start({ mode: 'disabled' })
    expect(await ask(url, { mode: 'enabled', anyCertificate: true })).toMatch(/^ERR_SSL|ECONNRESET/)
  })

  test('error: no server listens', async () => {
    expect(await ask(`http://127.0.0.1:${await freePort()}/`, {})).toBe('ECONNREFUSED')
  })
})

describe('the certificate of the server', () => {
  const served = (name: string, ...chain: Parameters<typeof writeCertificate>[2][]) =>
    start({ mode: 'enabled', ...writeCertificate(folder, name, chain[0]!, ...chain.slice(1)) })

  test('may be any with allow-any-cert', async () => {
    const { url } = await served('any', certificateOf('any'))
    expect(await ask(url, { mode: 'enabled', anyCertificate: true })).toBe('over TLS')
  })

  test('error: must be trusted by the system by default', async () => {
    const { url } = await served('self', certificateOf('self'))
    expect(await ask(url, { mode: 'enabled' })).toMatch(/SELF_SIGNED|UNABLE_TO/)
  })

  test('is accepted by its fingerprint', async () => {
    const one = certificateOf('one')
    const { url } = await served('one', one)
    expect(await ask(url, { fingerprints: [fingerprintOf(root), fingerprintOf(one)] })).toBe(
      'over TLS',
    )
    expect(await ask(url, { fingerprints: [fingerprintOf(root)] })).toBe(unlisted)
  })

  test('is accepted by its issuer, under any host name', async () => {
    const { url } = await served('leaf', leaf)
    expect(await ask(url, { caFile })).toBe('over TLS')
    const other = writeCertificate(folder, 'other', certificateOf('other')).certificateFile
    expect(await ask(url, { caFile: other })).toBe(unlisted)
  })

  test('is accepted when it is listed itself', async () => {
    const one = certificateOf('itself')
    const { url } = await served('itself', one)
    expect(await ask(url, { caFile: `${folder}/itself.crt` })).toBe('over TLS')
  })

  test('is accepted through intermediate issuers with allow-chained', async () => {
    const { url } = await served('below', below, between)
    expect(await ask(url, { caFile, chained: true })).toBe('over TLS')
    expect(await ask(url, { caFile })).toBe(unlisted)
  })

  test('causes a warning when it is not listed, with autodetect', async () => {
    const { url } = await served('unlisted', certificateOf('unlisted'))
    const warned: string[] = []
    expect(await ask(url, { mode: 'autodetect', caFile }, {}, warned)).toBe('over TLS')
    expect(warned).toEqual(['SSL peer has not been verified'])
  })

  test('may require a client certificate', async () => {
    const ours = certificateOf('ours')
    const { url } = await start({ fingerprints: [fingerprintOf(ours)] })
    const files = writeCertificate(folder, 'ours', ours)
    expect(await ask(url, { mode: 'enabled', anyCertificate: true, ...files })).toBe('over TLS')
    expect(await ask(url, { mode: 'enabled', anyCertificate: true })).not.toBe('over TLS')
  })
})

describe('through a SOCKS proxy', () => {
  test('all connections go, and host names are not resolved here', async () => {
    const { port } = await start({ mode: 'autodetect' })
    const proxy = await startSocksProxy()
    closing.push(proxy.stop)
    const through = { proxy: socksProxyOf(proxy.address)! }
    const url = `http://daemon.example:${port}/`
    expect(await ask(url, {}, through)).toBe('over TLS')
    expect(await ask(url, { mode: 'disabled' }, through)).toBe('plainly')
    expect(proxy.asked).toEqual([`daemon.example:${port}`, `daemon.example:${port}`])
  })

  test('error: no connection without the proxy', async () => {
    const { url } = await start({ mode: 'autodetect' })
    const through = { proxy: socksProxyOf(`127.0.0.1:${await freePort()}`)! }
    expect(await ask(url, {}, through)).toMatch('ECONNREFUSED')
  })
})
