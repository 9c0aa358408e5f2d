/** A script that starts monero-wallet-rpc starts ours as well, and gets the same from it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { digestStatus } from '../support/network/digest-status.ts'
import { CallError, jsonRpc } from '../support/network/http-client.ts'
import { minerAddress, minerSeed, type Result } from '../support/programs/monerod.ts'
import { freePort } from '../support/network/free-port.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { isThere, pause, poll, startProgram, type Program } from '../support/programs/process.ts'
import { built } from '../support/programs/proxy.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'

const folder = temporaryFolder('scripts')
const programs = [['monero-wallet-rpc'], [process.execPath, built('nightjar-wallet-rpc')]] as const
type Command = (typeof programs)[number]

type Script = { flags: readonly string[]; env?: Record<string, string>; input?: string }
type Service = { program: Program; url: string; call: (m: string, p?: object) => Promise<Result> }

const common = [
  '--rpc-ssl disabled --daemon-ssl disabled --no-dns'.split(' '),
  ['--shared-ringdb-dir', join(folder, 'ringdb')],
].flat()

async function scriptFor([file, ...first]: Command, flags: readonly string[]) {
  const port = await freePort()
  const log = join(mkdtempSync(join(folder, 'log-')), 'log')
  const args = [...first, '--rpc-bind-port', `${port}`, '--log-file', log, ...common, ...flags]
  return { file, args, url: `http://127.0.0.1:${port}` }
}

async function start(command: Command, { flags, env = {}, input = '' }: Script): Promise<Service> {
  const { file, args, url } = await scriptFor(command, flags)
  const stdin = join(mkdtempSync(join(folder, 'in-')), 'stdin')
  writeFileSync(stdin, input)
  const program = await startProgram('sh', ['-c', 'exec "$@" < "$0"', stdin, file, ...args], {
    env,
    ready: /Starting wallet RPC server/,
  })

  return { program, url, call: (method, params = {}) => asked(url, method, params) }
}

/** What a call answers; of an error its code and message. */
const asked = (url: string, method: string, params: object) =>
  jsonRpc(`${url}/json_rpc`, method, params).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
    return { code: error.code, message: error.message }
  })

/** What each of the programs does, theirs first. */
const both = <T>(use: (command: Command) => Promise<T>): Promise<T[]> =>
  Promise.all(programs.map(use))

async function during<T>(started: Promise<Service>, use: (service: Service) => Promise<T>) {
  const service = await started
  try {
    return await use(service)
  } finally {
    await service.program.stop()
  }
}

const newFolder = () => mkdtempSync(join(folder, 'wallets-'))
const noLogin = '--disable-rpc-login'

/** The path of a wallet with the miner's keys, without the extension. */
async function minerWallet(command: Command, password = ''): Promise<string> {
  const walletDir = newFolder()
  const flags = ['--wallet-dir', walletDir, '--offline', noLogin]
  await during(start(command, { flags }), ({ call }) =>
    call('restore_deterministic_wallet', { filename: 'miner', seed: minerSeed, password }),
  )
  return join(walletDir, 'miner')
}

let node: Regtest
beforeAll(async () => void (node = await startRegtest()))
test('--no-initial-sync: payments still arrive without a refresh call', async () => {
  await node.mine(1)
  const balances = await both(async (command) => {
    const file = ['--wallet-file', await minerWallet(command), '--password', '']
    const daemon = ['--daemon-address', node.address, noLogin]
    // 0.18.0.0 does not have it yet: it refreshes at the start, and after that likewise.
    const none = command === programs[1] ? ['--no-initial-sync'] : []
    return during(start(command, { flags: [...file, ...daemon, ...none] }), async ({ call }) => {
      const height = async () => Number((await call('get_height')).height)
      await poll(async () => (await height()) >= 2)
      await node.mine(1)
      const { height: top } = await node.call('get_info')
      await poll(async () => (await height()) >= Number(top))
      return (await call('get_balance')).balance > 0n
    })
  })

  expect(balances).toEqual([true, true])
})

/** A call whose answer names the daemon, and one that tells whether it is trusted. */
async function daemonOf({ call }: Service) {
  const key = { txid: 'ab'.repeat(32), tx_key: `01${'00'.repeat(31)}`, address: minerAddress }
  return [await call('check_tx_key', key), await call('start_mining', { threads_count: 1 })]
}

const nowhere = '127.0.0.1:1'
const english = { language: 'English' }

test.each([
  [[]],
  [['--untrusted-daemon']],
  [['--daemon-address', nowhere, '--daemon-port', '2']],
  [['--daemon-port', '3']],
])('%j: the daemon of set_daemon, and of the wallets after', async (daemon) => {
  const results = await both((command) => {
    const flags = ['--wallet-dir', newFolder(), '--offline', noLogin, ...daemon]
    return during(start(command, { flags }), async (service) => {
      const { call } = service
      await call('create_wallet', { filename: 'a', ...english })
      const daemons = [await daemonOf(service)]
      await call('set_daemon', { address: '127.0.0.1:4' })
      daemons.push(await daemonOf(service))
      await call('open_wallet', { filename: 'a' })
      daemons.push(await daemonOf(service))
      await call('set_daemon', { address: '192.0.2.1:5', trusted: true })
      await call('close_wallet')
      await call('create_wallet', { filename: 'b', ...english })
      daemons.push(await daemonOf(service))
      return daemons
    })
  })

  expect(results[1]).toEqual(results[0])
})

test('--offline: set_daemon makes no connection', async () => {
  const answers = await both((command) => {
    const flags = ['--wallet-dir', newFolder(), '--offline', noLogin]
    return during(start(command, { flags }), async ({ call }) => {
      const answered: Result[] = []
      await call('restore_deterministic_wallet', { filename: 'cold', seed: minerSeed })
      for (const method of ['refresh', 'set_daemon', 'refresh', 'get_height', 'rescan_spent']) {
        const results = { address: node.address, trusted: true, ssl_support: 'disabled' }
        answered.push(await call(method, method === 'set_daemon' ? results : {}))
      }
      return answered
    })
  })

  expect(answers[1]).toEqual(answers[0])
  expect(answers[1]![2]).toEqual({ blocks_fetched: 0n, received_money: false })
})

test('--config-file: detach, pidfile and non-interactive', async () => {
  const outputs = await both(async (command) => {
    const walletDir = newFolder()
    const [config, pidfile] = [join(walletDir, 'config'), join(walletDir, 'pid')]
    const lines = ['# a shop', `wallet-dir=${walletDir}`, 'disable-rpc-login=1', 'offline=1']
    const own = ['detach=1', `pidfile=${pidfile}`, 'non-interactive=1']
    writeFileSync(config, [...lines, ...own, ''].join('\n'))
    const { file, args, url } = await scriptFor(command, ['--config-file', config])
    const { status, stdout } = spawnSync(file, args, { encoding: 'utf8' })
    await poll(() =>
      asked(url, 'get_version', {}).then(
        () => true,
        () => false,
      ),
    )
    const pid = Number(readFileSync(pidfile, 'utf8'))
    expect(isThere(pid)).toBe(true)
    await asked(url, 'create_wallet', { filename: 'a', ...english })
    await asked(url, 'stop_wallet', {})
    await poll(async () => !isThere(pid))
    return [status, stdout.includes('Forking to background...')]
  })

  expect(outputs).toEqual([
    [0, true],
    [0, true],
  ])
})

describe('the name of a key file', () => {
  test('--wallet-file NAME.keys, with a --password-file whose password ends in a blank', async () => {
    const addresses = await both(async (command) => {
      const wallet = await minerWallet(command, 'p ')
      writeFileSync(`${wallet}.password`, 'p \r\n')
      const file = ['--wallet-file', `${wallet}.keys`, '--password-file', `${wallet}.password`]
      return during(start(command, { flags: [...file, '--offline', noLogin] }), ({ call }) =>
        call('get_address').then(({ address }) => address),
      )
    })
    expect(addresses).toEqual([minerAddress, minerAddress])
  })

  test('names its wallet in every call', async () => {
    const answers = await both((command) => {
      const flags = ['--wallet-dir', newFolder(), '--offline', noLogin]
      const restored = { seed: minerSeed, filename: 'a.keys' }
      return during(start(command, { flags }), async ({ call }) => [
        await call('create_wallet', { filename: 'a.keys', ...english }),
        await call('close_wallet'),
        await call('open_wallet', { filename: 'a' }),
        await call('close_wallet'),
        await call('open_wallet', { filename: 'a.keys' }),
        await call('create_wallet', { filename: 'a.keys', ...english }),
        await call('restore_deterministic_wallet', restored),
        await call('restore_deterministic_wallet', { ...restored, filename: 'b.keys' }),
        await call('restore_deterministic_wallet', { ...restored, filename: 'b' }),
      ])
    })
    expect(answers[1]).toEqual(answers[0])
  })
})

describe('a login', () => {
  const status = ({ url }: Service, login: string) => digestStatus(url, login)

  const ways: [string, Partial<Script>][] = [
    ['RPC_LOGIN', { env: { RPC_LOGIN: 'me:a b' } }],
    ['--rpc-login, not RPC_LOGIN', { flags: ['--rpc-login', 'me:a b'], env: { RPC_LOGIN: 'x:y' } }],
    ['--rpc-login NAME and a line of input', { flags: ['--rpc-login', 'me'], input: 'a b\nx\n' }],
    ['RPC_LOGIN=NAME and a line of input', { env: { RPC_LOGIN: 'me' }, input: 'a b' }],
  ]
  test.each(ways)('by %s', async (_, { flags: more = [], ...rest }) => {
    const statuses = await both((command) => {
      const flags = ['--wallet-dir', newFolder(), '--offline', ...more]
      return during(start(command, { flags, ...rest }), async (service) => [
        await status(service, 'me:a b'),
        await status(service, 'me:a'),
        await status(service, 'x:y'),
      ])
    })
    expect(statuses).toEqual([
      ['200', '401', '401'],
      ['200', '401', '401'],
    ])
  })

  test('error: RPC_LOGIN beside --disable-rpc-login', async () => {
    const ends = await both(async (command) => {
      const { file, args } = await scriptFor(command, ['--wallet-dir', newFolder(), noLogin])
      const env = { ...process.env, RPC_LOGIN: 'me:p' }
      const ended = spawnSync(file, args, { env, encoding: 'utf8' })
      const said = 'Cannot specify --disable-rpc-login and --rpc-login'
      return [ended.status, `${ended.stdout}${ended.stderr}`.includes(said)]
    })
    expect(ends).toEqual([
      [1, true],
      [1, true],
    ])
  })
})

test('--tx-notify: an own payment is reported when a block contains its change', async () => {
  const results = await both(async (command) => {
    const walletDir = newFolder()
    const [notes, script] = [join(walletDir, 'notes'), join(walletDir, 'notify')]
    writeFileSync(script, `#!/bin/sh\necho "$1" >> ${notes}\n`, { mode: 0o700 })
    writeFileSync(notes, '')
    const daemon = ['--daemon-address', node.address, '--trusted-daemon', noLogin]
    const flags = ['--wallet-dir', walletDir, ...daemon, '--tx-notify', `${script} %s`]
    return during(start(command, { flags }), async ({ call }) => {
      await call('create_wallet', { filename: 'shop', ...english })
      await call('auto_refresh', { enable: false })
      const { address } = await call('get_address')
      await node.mine(2, address)
      await node.mine(70)
      await call('refresh')
      const destinations = [{ address: minerAddress, amount: 1_000_000_000n }]
      const { tx_hash: withChange } = await call('transfer', { destinations })
      await call('refresh')
      await node.mine(10)
      await call('refresh')
      await node.mine(10)
      await call('refresh')
      const { tx_hash_list: sweeps } = await call('sweep_all', { address: minerAddress })
      await node.mine(1)
      await call('refresh')
      const lines = () => readFileSync(notes, 'utf8').split('\n')
      const times = (txid: string) => lines().filter((line) => line === txid).length
      await poll(async () => times(withChange) >= 1)
      // What is not to come has had its time.
      await pause(1_000)
      return [times(withChange), sweeps.map(times)]
    })
  })

  expect(results[1]).toEqual(results[0])
  expect(results[1]).toEqual([1, [0]])
})
