/**
 * What arrives beside bodies: headers of HTTP, answers of DNS, addresses of connections, settings.
 *
 * @module
 */
import { encode } from '@dnsquery/dns-packet'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { DigestLogin } from '#protocol/network/digest-login.ts'
import { readDigestFields } from '#protocol/network/digest.ts'
import { isAddress, isLoopback, isPrivate } from '#protocol/network/ip-address.ts'
import { socksProxyOf } from '#protocol/network/socks.ts'
import { fingerprintError } from '#protocol/network/tls.ts'
import { secureUrl } from '#protocol/network/secure-url.ts'
import { aliasAddresses } from '#protocol/openalias.ts'
import { UsageError } from '#protocol/settings.ts'
import { hostRefusal, originRefusal, sharingHeaders } from '../../../../proxy/access-rules.ts'
import { clientAddress } from '../../../../proxy/client-address.ts'
import { DigestGate } from '../../../../proxy/digest-gate.ts'
import { dnsQueries } from '../../../../proxy/dns-query.ts'
import { readWithFile } from '../../../../server/flags/config-file.ts'
import { parseLogin } from '../../../../server/login/parse-login.ts'
import { zmqAddressesOf, zmqFlags } from '../../../../server/zmq/flags.ts'
import { textLookup } from '../../../../worker/adapters/name-lookup.ts'
import { readCursor, walletMark } from '../../../../worker/engine/ledger/cursor.ts'
import { crypto, walletKeys } from '../crypto.ts'
import type { Draw } from '../draw.ts'
import { HostileWriter } from '../hostile-writer.ts'
import { altered } from '../inputs/mixed.ts'
import { attempt, attemptLater, type FuzzedReader } from '../reader.ts'

const login = { username: 'user', password: 'p:w"é' }
const random = (length: number) => crypto.keccak256(utf8ToBytes(`${length}`)).slice(0, length)

function digest(bytes: Uint8Array): boolean {
  const header = bytesToLatin1(bytes)
  readDigestFields(header)
  const client = new DigestLogin(login, random)
  const gate = new DigestGate(login, random)
  gate.isSession(header)
  if (!gate.check('POST', header)) throw new Error('a login without the password is accepted')
  if (!client.challenged(header)) return false
  const answer = client.authorization('/json_rpc')!
  // What a client is challenged with must not end its own header.
  if (/[\r\n\0]/.test(answer) && !/[\r\n\0]/.test(header))
    throw new Error('a header with a line end')
  gate.check('POST', answer)
  return true
}

function drawDigest(draw: Draw): Uint8Array {
  const names = [
    'realm',
    'nonce',
    'algorithm',
    'qop',
    'opaque',
    'username',
    'uri',
    'response',
    'nc',
    'cnonce',
  ]
  const values = ['monero-rpc', 'user', 'MD5', 'md5-sess', 'auth', 'auth,auth-int', '00000001', '']
  const fields = Array.from({ length: draw.count(6) }, () => {
    const value = draw.lies() ? draw.text() : draw.pick(values)
    return `${draw.lies() ? draw.text() : draw.pick(names)}=${draw.oneIn(2) ? value : `"${value}"`}`
  })
  if (draw.oneIn(2)) fields.push(`realm="${draw.text()}"`, `nonce=${draw.hex(8)}`, 'qop="auth"')
  const scheme = draw.lies() ? draw.pick(['Basic', 'digest', 'Digest Digest', '']) : 'Digest'
  return latin1(`${scheme} ${fields.join(draw.lies() ? draw.pick([' ', ';', ',,']) : ', ')}`)
}

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff)

const access = { ip: '127.0.0.1', hosts: ['wallet.example'], origins: ['https://page.example'] }
const store = { received: new Map(), secrets: { value: walletKeys } } as never

/** Header values by line: host, origin, client address, id of the last event. */
function headers(bytes: Uint8Array): boolean {
  const [host, origin, remoteAddress = '', lastId = '', site, userAgent, contentType] =
    bytesToLatin1(bytes).split('\n')
  const source = { method: 'POST', host, origin, site, userAgent, contentType }
  const refused = hostRefusal(access, source) ?? originRefusal(access, source)
  const shared = sharingHeaders(access, origin, 'OPTIONS')
  if (shared.length > 0 && origin !== access.origins[0])
    throw new Error('a foreign origin may read')
  const address = clientAddress({ env: { incoming: { socket: { remoteAddress } } } })
  for (const each of [address, host ?? ''])
    void [isAddress(each), isLoopback(each), isPrivate(each)]
  readCursor(lastId, store)
  return refused === undefined
}

function drawHeaders(draw: Draw): Uint8Array {
  const ip = () =>
    draw.lies()
      ? draw.pick([
          '::',
          '::ffff:1.2.3.4',
          'fe80::1%eth0',
          '1:2:3:4:5:6:7:8:9',
          '01.2.3.4',
          '256.1.1.1',
          ':'.repeat(draw.count(40)),
          '::ffff:',
        ])
      : draw.pick(['127.0.0.1', '10.1.2.3', '::1', '2001:db8::1', 'fd00::2'])
  const name = draw.lies() ? draw.text() : draw.pick(['localhost', 'wallet.example', ip()])
  const mark = draw.lies() ? draw.hex(4) : walletMark(store)
  const cursor = `${mark}-${draw.lies() ? draw.number() : draw.u64()}-${draw.below(9)}-${draw.u64()}`
  return latin1(
    [
      `${name}${draw.oneIn(2) ? `:${draw.u64()}` : ''}`,
      draw.lies() ? draw.text() : draw.pick(['https://page.example', 'http://localhost', 'null']),
      ip(),
      draw.lies()
        ? `${draw.below(99)}/${draw.pick(['confirmed', 'pool'])}/${draw.hex(32)}`
        : cursor,
      draw.pick(['same-origin', 'none', 'cross-site', draw.text()]),
      draw.pick(['Mozilla/5.0', 'curl', draw.text()]),
      draw.pick(['application/json', 'text/plain', draw.text()]),
    ].join('\n'),
  )
}

/** As the answer of a resolver, and as the query of a page. */
async function dns(bytes: Uint8Array): Promise<boolean> {
  const body = bytes.slice()
  const answer = () =>
    new Response(body, { headers: { 'content-type': 'application/dns-message' } })
  // Every failure of the resolver is one error for the caller.
  const found = await attemptLater(
    () => textLookup('https://resolver.example', async () => answer())('name.example'),
    Error,
  )
  if (found) aliasAddresses(found.records)
  const raw = new Request('https://proxy.example/dns', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/dns-message' },
  })
  const reply = await dnsQueries('https://resolver.example', async () => answer())(
    { req: { raw } } as never,
    async () => undefined,
  )
  const { status } = reply as Response
  if (![200, 400, 502].includes(status)) throw new Error(`a query is answered with ${status}`)
  return found !== undefined || status === 200
}

const question = { type: 'TXT', name: 'name.example' } as const

function drawDns(draw: Draw): Uint8Array {
  if (draw.oneIn(2)) return drawDnsMessage(draw)
  const text = () => utf8ToBytes(`oa1:xmr recipient_address=${draw.text()}; ${draw.text(40)}`)
  return encode({
    type: draw.oneIn(3) ? 'query' : 'response',
    id: 0,
    flags: draw.below(2 ** 11),
    questions: [question],
    answers: Array.from({ length: draw.below(4) }, () => ({
      ...question,
      data: Array.from({ length: 1 + draw.below(3) }, text).map((each) => each.subarray(0, 255)),
    })),
  } as never)
}

/** Sections with counts, names with pointers to anywhere, records of any type and length. */
function drawDnsMessage(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  const u16 = (value: number) => writer.raw(Uint8Array.of(value >> 8, value & 0xff))
  const counts = [0, 1, 2, 3].map(() => (draw.lies() ? draw.below(65_536) : draw.below(3)))
  u16(0)
  u16(draw.oneIn(2) ? 0x81a0 : draw.below(65_536))
  counts.forEach(u16)
  const name = () => {
    for (let left = draw.below(4); left > 0; left--) writer.byte(3).raw(utf8ToBytes('abc'))
    if (draw.oneIn(2)) u16(0xc000 | draw.below(draw.oneIn(2) ? 64 : 16_384))
    else writer.byte(0)
  }
  for (const [section, count] of counts.entries())
    for (let left = Math.min(count, 60); left > 0; left--) {
      name()
      u16(draw.oneIn(2) ? 16 : draw.below(draw.lies() ? 65_536 : 70))
      u16(1)
      if (section === 0) continue
      writer.raw(draw.bytes(4))
      const data = draw.oneIn(2)
        ? concatBytes(Uint8Array.of(3), utf8ToBytes('abc'))
        : draw.bytes(draw.count(30))
      u16(draw.lies() ? draw.below(65_536) : data.length)
      writer.raw(data)
    }
  return writer.finish()
}

const configFlags = {
  ...zmqFlags,
  'rpc-login': { takes: 'LOGIN', help: '' },
  'config-file': { takes: 'FILE', help: '' },
}

/** A configuration file, and its values as the settings that they are. */
function settings(bytes: Uint8Array): boolean {
  const text = bytesToLatin1(bytes)
  const given = attempt(
    () => readWithFile(configFlags, ['--config-file=file'], () => text),
    UsageError,
  )
  if (!given) return false
  const value = (name: string) => given.get(name) as string | undefined
  const zmq = value('zmq-pub')
  if (zmq !== undefined) attempt(() => zmqAddressesOf({ 'zmq-pub': zmq }), UsageError)
  requireSilent(value('rpc-login') ?? '')
  for (const each of given.values()) {
    if (each === true) continue
    attempt(() => secureUrl('resolver', each, 'a resolver'), UsageError)
    socksProxyOf(each)
    fingerprintError(each)
  }
  return true
}

function requireSilent(login: string) {
  try {
    parseLogin('rpc-login', login)
  } catch (error) {
    const isSilent =
      error instanceof UsageError && error.message === '--rpc-login needs NAME:PASSWORD'
    if (!isSilent) throw error
  }
}

function drawSettings(draw: Draw): Uint8Array {
  const lines = Array.from({ length: draw.count(4) }, () => {
    const name = draw.lies() ? draw.text() : draw.pick(Object.keys(configFlags).slice(0, 3))
    const value = draw.lies()
      ? draw.text(30)
      : draw.pick([
          'tcp://127.0.0.1:18083',
          'tcp://*:*',
          'ipc:///run/zmq',
          'user:password',
          '1',
          'https://[::1]:3/x',
          'tcp://[fe80::1%eth0]:70000',
          'socks5://a:b@127.0.0.1:9050',
          'ab'.repeat(32),
        ])
    return `${name}${draw.lies() ? draw.pick(['', ' ', '==']) : '='}${value}${draw.oneIn(9) ? ' # comment' : ''}`
  })
  return latin1(lines.join(draw.lies() ? '\r' : '\n'))
}

export const networkReaders: readonly FuzzedReader[] = [
  {
    name: 'digest',
    reads: 'challenges and logins of HTTP digest: `DigestLogin`, `DigestGate`',
    from: 'peer',
    inputs: 'fields of both sides in any order, quoted, escaped and repeated; then mutated',
    holds: 'no input is a login; an answer has no line end',
    share: 20,
    mostSteps: 80,
    input: altered(drawDigest),
    read: digest,
  },
  {
    name: 'headers',
    reads:
      'headers and addresses of clients (Host, Origin, Last-Event-ID): `hostRefusal`, `originRefusal`, `clientAddress`, `readCursor`',
    from: 'client',
    inputs:
      'known and unknown names, addresses of both families, cursors of every version; then mutated',
    holds: 'no foreign origin gets headers to read an answer',
    share: 60,
    mostSteps: 20,
    input: altered(drawHeaders),
    read: headers,
  },
  {
    name: 'dns',
    reads: 'DNS messages of resolvers and pages: `textLookup`, `dnsQueries`',
    from: 'peer',
    inputs:
      'TXT answers, and messages with any counts, record types and name pointers; then mutated',
    holds: 'a failure is an error for the caller, or 400 or 502 for a page',
    share: 6,
    input: altered(drawDns),
    read: dns,
  },
  {
    name: 'settings',
    reads:
      'configuration files, ZeroMQ addresses, logins, resolvers, SOCKS proxies: `readWithFile`, `zmqAddressesOf`, `parseLogin`, `secureUrl`, `socksProxyOf`',
    from: 'operator',
    inputs: 'lines with known and unknown names and all kinds of values; then mutated',
    holds: 'no error repeats a login',
    share: 20,
    mostSteps: 20,
    input: altered(drawSettings),
    read: settings,
  },
]
