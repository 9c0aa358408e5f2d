import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Agent, fetch } from 'undici'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { certificateOf, fingerprintOf, writeCertificate } from '../support/network/certificates.ts'
import { post } from '../support/network/http-client.ts'
import { minerSeed } from '../support/programs/monerod.ts'
import { freePort } from '../support/network/free-port.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { startProgram, type Program } from '../support/programs/process.ts'

const run = promisify(execFile)
const folder = temporaryFolder('tls-programs')
const server = certificateOf('server')
const client = certificateOf('client')
const stranger = certificateOf('stranger')
const files = {
  server: writeCertificate(folder, 'server', server),
  client: writeCertificate(folder, 'client', client),
  stranger: writeCertificate(folder, 'stranger', stranger),
  listed: writeCertificate(folder, 'listed', certificateOf('listed')),
}

/** Starts one of the two programs with the same flags. */
async function start(which: 'reference' | 'ours', flags: readonly string[]) {
  const port = await freePort()
  const [command, ...program] =
    which === 'ours'
      ? [process.execPath, 'dist/nightjar-wallet-rpc.js']
      : ['monero-wallet-rpc', '--log-file', join(temporaryFolder('log'), 'log')]
  const args = [
    ...program,
    '--rpc-bind-port',
    `${port}`,
    '--disable-rpc-login',
    '--wallet-dir',
    temporaryFolder('tls-wallets'),
    '--daemon-ssl',
    'disabled',
    ...flags,
  ]
  const started = await startProgram(command!, args, { ready: /Starting wallet RPC server/ })
  return { started, port }
}

const call = '{"jsonrpc":"2.0","id":"0","method":"get_languages"}'

/** Asks by curl, which has eyes of its own for TLS; the exit code when nothing came. */
const curl = (url: string, ...more: string[]) =>
  run('curl', ['-s', '-m', '60', '-d', call, ...more, `${url}/json_rpc`]).then(
    ({ stdout }) => (stdout.includes('"languages"') ? 'answered' : stdout),
    () => 'refused',
  )

// With certificates of their own: the reference takes seconds to make one, for its client too.
const own = [
  '--rpc-ssl-private-key',
  files.server.keyFile,
  '--rpc-ssl-certificate',
  files.server.certificateFile,
]
const knowing = [
  '--rpc-ssl-allowed-fingerprints',
  fingerprintOf(client),
  '--rpc-ssl-ca-certificates',
  files.listed.certificateFile,
]

type Pair = { started: Program; port: number }[]
/** `HOST:PORT` of a monerod that accepts TLS alone. */
let address: string
/** The two programs, for everybody and for clients that they know. */
let open: Pair
let closed: Pair

beforeAll(async () => {
  const pair = (flags: readonly string[]) =>
    Promise.all((['reference', 'ours'] as const).map((which) => start(which, flags)))
  ;[open, closed] = await Promise.all([pair(own), pair([...own, ...knowing]), startDaemon()])
  const seed = { filename: 'one', seed: minerSeed }
  for (const { port } of open) await asked(port, 'restore_deterministic_wallet', seed)
})

async function startDaemon(): Promise<Program> {
  const port = await freePort()
  address = `127.0.0.1:${port}`
  const dataDir = join(folder, 'monerod')
  mkdirSync(dataDir)
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  const args = [
    '--regtest --offline --fixed-difficulty 1 --non-interactive --no-zmq --no-igd'.split(' '),
    '--disable-dns-checkpoints --check-updates disabled --disable-rpc-ban'.split(' '),
    ['--data-dir', dataDir, '--log-file', join(dataDir, 'log'), '--log-level', '0'],
    ['--rpc-bind-port', `${port}`, '--p2p-bind-port', `${await freePort()}`],
    ['--rpc-ssl', 'enabled', ...own],
  ].flat()
  const readyWhen = () =>
    fetch(`https://${address}/get_height`, { dispatcher: agent }).then(
      ({ ok }) => ok,
      () => false,
    )
  const started = await startProgram('monerod', args, { readyWhen })
  await agent.destroy()
  return started
}

async function asked(port: number, method: string, params: object) {
  const { result, error } = (
    await post(`http://127.0.0.1:${port}/json_rpc`, { method, params })
  ).json()
  return error ? { code: error.code, message: error.message } : result
}

const certificate = ({ keyFile, certificateFile }: typeof files.client) => [
  '-k',
  '--cert',
  certificateFile,
  '--key',
  keyFile,
]

describe('a wallet RPC', () => {
  test.each([
    ['plain HTTP', 'http', []],
    ['TLS', 'https', ['-k']],
    ['TLS 1.2', 'https', ['-k', '--tls-max', '1.2']],
  ])('accepts %s, or refuses it if clients need a certificate', async (_name, scheme, more) => {
    const ask = ({ port }: Pair[number]) => curl(`${scheme}://127.0.0.1:${port}`, ...more)
    expect(await Promise.all([...open, ...closed].map(ask))).toEqual([
      'answered',
      'answered',
      'refused',
      'refused',
    ])
  })

  test.each([
    ['answers a client with an allowed fingerprint', files.client, 'answered'],
    ['answers a client with a listed certificate', files.listed, 'answered'],
    ['refuses any other client', files.stranger, 'refused'],
  ])('%s', async (_, client, outcome) => {
    const ask = ({ port }: Pair[number]) =>
      curl(`https://127.0.0.1:${port}`, ...certificate(client))
    expect(await Promise.all(closed.map(ask))).toEqual([outcome, outcome])
  })
})

describe('a daemon that supports only TLS', () => {
  const reached = async (port: number, tls: object, daemon = address) => [
    await asked(port, 'set_daemon', {
      address: daemon,
      trusted: true,
      ssl_private_key_path: files.client.keyFile,
      ssl_certificate_path: files.client.certificateFile,
      ...tls,
    }),
    await asked(port, 'refresh', {}),
  ]
  const fingerprints = (one: typeof server) => ({ ssl_allowed_fingerprints: [fingerprintOf(one)] })
  const away = { code: -38n, message: 'no connection to daemon' }
  const refreshed = { blocks_fetched: 0n, received_money: false }

  test.each([
    ['with any certificate', {}, refreshed],
    [
      'with any certificate, only over TLS',
      { ssl_support: 'enabled', ssl_allow_any_cert: true },
      refreshed,
    ],
    ['without TLS', { ssl_support: 'disabled' }, away],
    [
      'with the fingerprint of another certificate',
      { ssl_support: 'enabled', ...fingerprints(stranger) },
      away,
    ],
    [
      'with its certificate',
      { ssl_support: 'enabled', ssl_ca_file: files.server.certificateFile },
      refreshed,
    ],
    [
      'with another certificate',
      { ssl_support: 'enabled', ssl_ca_file: files.stranger.certificateFile },
      away,
    ],
  ])('is reached or not: %s', async (_, tls, outcome) => {
    const answers = await Promise.all(open.map(({ port }) => reached(port, tls)))
    expect(answers).toEqual([
      [{}, outcome],
      [{}, outcome],
    ])
  })

  test('is reached by its fingerprint, whose digits 0.18.0.0 reads as bytes', async () => {
    const tls = { ssl_support: 'enabled', ...fingerprints(server) }
    const [reference, ours] = await Promise.all(open.map(({ port }) => reached(port, tls)))
    expect(ours).toEqual([{}, refreshed])
    expect(reference).toEqual([{}, away])
  })

  test('can be our node', async () => {
    const port = await freePort()
    const data = ['--data-dir', temporaryFolder('tls-node'), '--rpc-bind-port', `${port}`]
    const node = await startProgram(
      process.execPath,
      ['dist/nightjar-node.js', '--regtest', ...data, '--rpc-ssl', 'enabled', ...own],
      { ready: /nightjar-node listens on/ },
    )
    const tls = { ssl_support: 'enabled', ssl_ca_file: files.server.certificateFile }
    const answers = await Promise.all(
      open.map((wallet) => reached(wallet.port, tls, `127.0.0.1:${port}`)),
    )
    expect(answers).toEqual([
      [{}, refreshed],
      [{}, refreshed],
    ])
    await node.stop()
  })
})
