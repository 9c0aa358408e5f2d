import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectTcp, createServer as createTcpServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { tlsOf, type TlsWish } from '#protocol/network/tls.ts'
import { encrypt } from '../../../server/tls/listener.ts'
import {
  certificateOf,
  fingerprintOf,
  writeCertificate,
} from '../../support/network/certificates.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** A server that answers whether it was asked over TLS. */
async function start(wish: TlsWish): Promise<number> {
  const server = createServer((request, response) =>
    response.end('encrypted' in request.socket ? 'over TLS' : 'plainly'),
  )
  encrypt(server, tlsOf(wish))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return (server.address() as AddressInfo).port
}

/** Asks over a connection and reads to its end; what went wrong when nothing came. */
async function asked(socket: ReturnType<typeof connectTcp>): Promise<string> {
  const pieces: Buffer[] = []
  let problem = 'closed'
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => (problem = code))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return /\r\n\r\n(.*)$/s.exec(Buffer.concat(pieces).toString())?.[1] ?? problem
}
const plainly = (port: number) => asked(connectTcp(port, '127.0.0.1'))
const overTls = (port: number, options: ConnectionOptions = {}) =>
  asked(connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }))

describe('a port', () => {
  test('speaks TLS and plain HTTP, with autodetect', async () => {
    const port = await start({ mode: 'autodetect' })
    expect(await plainly(port)).toBe('plainly')
    expect(await overTls(port)).toBe('over TLS')
    expect(await overTls(port, { maxVersion: 'TLSv1.2' })).toBe('over TLS')
    expect(await plainly(port)).toBe('plainly')
  })

  test.each(['autodetect', 'enabled'] as const)(
    'disconnects a silent client, with %s',
    async (mode) => {
      const server = createServer()
      encrypt(server, tlsOf({ mode }))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const connected = once(server, 'connection')
      const silent = connectTcp((server.address() as AddressInfo).port, '127.0.0.1')
      silent.on('error', () => {}).resume()
      await connected
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      silent.destroy()
      // Sooner than the silent are let go anyway.
    },
    10_000,
  )

  test('speaks TLS only, with enabled', async () => {
    const port = await start({ mode: 'enabled' })
    expect(await overTls(port)).toBe('over TLS')
    expect(await plainly(port)).not.toMatch('plainly')
  })

  test('speaks no TLS, with disabled', async () => {
    const port = await start({ mode: 'disabled' })
    expect(await plainly(port)).toBe('plainly')
    expect(await overTls(port)).not.toBe('over TLS')
  })

  test('recognises a handshake by its first byte', async () => {
    const port = await start({ mode: 'autodetect' })
    const slow = createTcpServer((client) => {
      const target = connectTcp(port, '127.0.0.1')
      target.pipe(client)
      client.once('data', (piece: Buffer) => {
        target.setNoDelay(true)
        target.write(piece.subarray(0, 1), () => {
          setImmediate(() => {
            target.write(piece.subarray(1))
            client.pipe(target)
          })
        })
      })
    })
    slow.listen(0, '127.0.0.1')
    await once(slow, 'listening')
    closing.push(async () => void slow.close())
    expect(await overTls((slow.address() as AddressInfo).port)).toBe('over TLS')
  })

  test('drops a client that disconnects without a byte', async () => {
    const port = await start({ mode: 'autodetect' })
    const silent = connectTcp(port, '127.0.0.1')
    silent.end()
    silent.resume()
    await once(silent, 'close')
    expect(await plainly(port)).toBe('plainly')
  })

  test('refuses TLS before 1.2', async () => {
    const port = await start({ mode: 'enabled' })
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    expect(await overTls(port, old)).toMatch(/^ERR_SSL_|^EPROTO$/)
  })
})

describe('the certificate of a port', () => {
  const certificateAt = async (port: number) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const certificate = socket.getPeerX509Certificate()!
    socket.destroy()
    return certificate
  }

  test('is the certificate of the flags', async () => {
    const made = certificateOf('named')
    const port = await start({ ...writeCertificate(temporaryFolder('tls'), 'port', made) })
    const { fingerprint256 } = await certificateAt(port)
    expect(fingerprint256.replaceAll(':', '').toLowerCase()).toBe(fingerprintOf(made))
  })

  test('is generated otherwise, valid for half a year', async () => {
    const port = await start({})
    const [one, other] = [await certificateAt(port), await certificateAt(port)]
    expect(one.fingerprint256).toBe(other.fingerprint256)
    expect(one.verify(one.publicKey)).toBe(true)
    expect({ subject: one.subject, issuer: one.issuer }).toEqual({
      subject: undefined,
      issuer: undefined,
    })
    const days = (Date.parse(one.validTo) - Date.parse(one.validFrom)) / 86_400_000
    expect(days).toBe(182)
    const another = await certificateAt(await start({}))
    expect(another.fingerprint256).not.toBe(one.fingerprint256)
    expect(another.serialNumber).not.toBe(one.serialNumber)
  })

  const folder = temporaryFolder('tls-wrong')
  const { keyFile, certificateFile } = writeCertificate(folder, 'one', certificateOf('one'))
  const other = writeCertificate(folder, 'other', certificateOf('other'))
  const rubbish = join(folder, 'rubbish')
  writeFileSync(rubbish, 'rubbish')
  test.each([
    ['one of both', { keyFile }, 'private key and certificate must be either both given'],
    [
      'no such file',
      { keyFile, certificateFile: `${folder}/none` },
      `Failed to load certificate file '${folder}/none': ENOENT`,
    ],
    [
      'the key of another',
      { keyFile: other.keyFile, certificateFile },
      'are not a private key and its certificate',
    ],
    ['rubbish', { keyFile, certificateFile: rubbish }, 'are not a private key and its certificate'],
    ['no such list', { caFile: `${folder}/none` }, `Failed to load CA file '${folder}/none'`],
    ['a list of rubbish', { caFile: rubbish }, `Failed to load user CA file at ${rubbish}`],
  ])('error: %s', async (_, wish, message) => {
    expect(() => encrypt(createServer(), tlsOf(wish))).toThrow(message)
  })
})

describe('clients with required certificates', () => {
  const folder = temporaryFolder('tls-clients')
  const root = certificateOf('root', { mayIssue: true })
  const between = certificateOf('between', { issuer: root, mayIssue: true })
  const known = certificateOf('known')
  const signed = certificateOf('signed', { issuer: root })
  const signedBelow = certificateOf('signed below', { issuer: between })
  const chain = { key: signedBelow.key, cert: signedBelow.cert + between.cert }
  const { certificateFile: caFile } = writeCertificate(folder, 'root', root)

  test('are accepted by fingerprint', async () => {
    // With listed fingerprints, no other client is accepted in any mode.
    const port = await start({ fingerprints: [fingerprintOf(known).toUpperCase()] })
    expect(await overTls(port, known)).toBe('over TLS')
    expect(await overTls(port, certificateOf('known'))).not.toBe('over TLS')
    expect(await overTls(port)).not.toBe('over TLS')
    expect(await plainly(port)).not.toBe('plainly')
  })

  test('are accepted by a listed issuer', async () => {
    const port = await start({ caFile })
    expect(await overTls(port, signed)).toBe('over TLS')
    expect(await overTls(port, root)).toBe('over TLS')
    expect(await overTls(port, known)).not.toBe('over TLS')
    expect(await overTls(port, chain)).not.toBe('over TLS')
  })

  test('are accepted through intermediate issuers with allow-chained', async () => {
    const port = await start({ caFile, chained: true })
    expect(await overTls(port, chain)).toBe('over TLS')
    expect(await overTls(port, signed)).toBe('over TLS')
    expect(await overTls(port, { key: signedBelow.key, cert: signedBelow.cert })).not.toBe(
      'over TLS',
    )
    expect(await overTls(port, known)).not.toBe('over TLS')
  })
})
