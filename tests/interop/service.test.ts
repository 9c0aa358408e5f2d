import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import moneroTs from 'monero-ts'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { ask, jsonRpc, post, type CallError } from '../support/network/http-client.ts'
import { digestStatus } from '../support/network/digest-status.ts'
import {
  minerAddress,
  minerSeed,
  startWalletRpc,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { freePort } from '../support/network/free-port.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { startProgram } from '../support/programs/process.ts'

const nowhere = '127.0.0.1:1'
const minerViewKey = '49774391fa5e8d249fc2c5b45dadef13534bf2483dede880dac88f061e809100'
const run = promisify(execFile)
const program = 'dist/nightjar-wallet-rpc.js'

/** Ends with a code other than 0; what it said. */
const failure = async (...args: string[]) =>
  run(process.execPath, [program, ...args]).then(
    () => 'it started',
    ({ stderr }: { stderr: string }) => stderr,
  )

describe('requests that are parsed in the same way', () => {
  let reference: WalletRpc
  let ours: OurWalletRpc

  beforeAll(async () => {
    ;[reference, ours] = await Promise.all([
      startWalletRpc({ daemon: nowhere }),
      startOurWalletRpc({ daemon: nowhere, flags: ['--offline'] }),
    ])
  })

  const call = '{"jsonrpc":"2.0","id":"0","method":"get_languages"}'

  test.each([
    ['POST', '/json_rpc', call],
    ['GET', '/json_rpc', call],
    ['PUT', '/json_rpc', call],
    ['POST', '/json_rpc', `[${call}]`],
    ['POST', '/json_rpc', ''],
    ['POST', '/json_rpc', '{}'],
    ['POST', '/json_rpc', 'rubbish'],
    ['POST', '/json_rpc', '{"method":"get_languages"}'],
    ['POST', '/json_rpc', '{"id":null,"method":"get_languages"}'],
    ['POST', '/json_rpc', '{"id":7,"method":"get_languages","params":{}}'],
    ['POST', '/json_rpc', '{"id":-7,"method":"get_languages","params":""}'],
    ['POST', '/json_rpc', '{"id":{"a":1},"method":"get_languages","params":null}'],
    ['POST', '/json_rpc', '{"id":true,"method":"get_languages","params":{"x":1}}'],
    ['POST', '/json_rpc', '{"id":18446744073709551615,"method":"get_languages"}'],
    ['POST', '/json_rpc', '{"id":"0","method":"nothing"}'],
    ['POST', '/json_rpc', '{"method":"nothing"}'],
    ['POST', '/json_rpc', '{"id":"0","method":"validate_address","params":{"any_net_type":1}}'],
    [
      'POST',
      '/json_rpc',
      '{"id":"0","method":"validate_address","params":{"any_net_type":true,"address":5}}',
    ],
    ['POST', '/json_rpc', '{"id":"0","method":"validate_address","params":{"any_net_type":true}}'],
    ['POST', '/json_rpc', '{"id":"0","method":"get_tx_notes","params":{"txids":[1,"a"]}}'],
  ])('%s %s %s', async (method, path, body) => {
    const [expected, actual] = await Promise.all(
      [reference.url, ours.url].map((url) => ask(url + path, { method, body })),
    )
    expect(actual!.status).toBe(expected!.status)
    const answer = actual!.json()
    if (answer.error) delete answer.error.data
    expect(answer).toEqual(expected!.json())
  })

  test.each(['/', '/json_rpc/', '/get_info'])('no path %s', async (path) => {
    const answers = await Promise.all([reference.url, ours.url].map((url) => ask(url + path)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })
})

describe('a login', () => {
  let ours: OurWalletRpc
  const flags = ['--offline', '--rpc-login', 'user:pass word']

  beforeAll(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const walletDir = temporaryFolder('login')
    const args = [program, '--rpc-bind-port', `${port}`, '--wallet-dir', walletDir, ...flags]
    const started = await startProgram(process.execPath, args, {
      ready: /Starting wallet RPC server/,
    })
    ours = { program: started, url, walletDir, call: () => Promise.reject(new Error('no login')) }
  })

  const curl = (login: string, ...more: string[]) => digestStatus(ours.url, login, ...more)

  test('is requested with the headers of monero-wallet-rpc', async () => {
    const reference = await startWalletRpcWithLogin()
    try {
      const shape = async (url: string) => {
        const { status, headers } = await ask(`${url}/json_rpc`)
        const asked = headers['www-authenticate']
        return { status, asked: [asked].flat().map((one) => one?.replace(/nonce="[^"]*"/, '')) }
      }
      expect(await shape(ours.url)).toEqual(await shape(reference.url))
    } finally {
      await reference.stop()
    }
  })

  test('accepts curl repeatedly on one connection', async () => {
    expect(await curl('user:pass word')).toBe('200')
    const twice = ['--next', '-s', '--digest', '-u', 'user:pass word', '-o', '/dev/null']
    const again = [...twice, '-w', '%{http_code}', '-d', '{"method":"get_version"}']
    expect(await curl('user:pass word', ...again, `${ours.url}/json_rpc`)).toBe('200 200')
  })

  test.each(['user:pass', 'root:pass word', ':'])('error: refuses %s', async (login) => {
    expect(await curl(login)).toBe('401')
  })

  test('accepts monero-ts, which creates, closes and opens wallets', async () => {
    const wallet = await moneroTs.connectToWalletRpc(ours.url, 'user', 'pass word')
    await wallet.createWallet({ path: 'mine', password: 'p', seed: minerSeed, restoreHeight: 5 })
    expect(await wallet.getPrimaryAddress()).toBe(minerAddress)
    expect((await wallet.getSeed()).split(' ')).toHaveLength(25)
    await wallet.close()
    await wallet.openWallet('mine', 'p')
    expect(await wallet.getPrivateSpendKey()).toMatch(/^[0-9a-f]{64}$/)
    await wallet.changePassword('p', 'q')
    await wallet.close()
    await expect(wallet.openWallet('mine', 'p')).rejects.toThrow('Invalid password')
    await wallet.openWallet('mine', 'q')
    await wallet.close()
  })

  test('error: monero-ts with a wrong password', async () => {
    const wallet = await moneroTs.connectToWalletRpc(ours.url, 'user', 'wrong')
    await expect(wallet.getVersion()).rejects.toThrow()
  })
})

async function startWalletRpcWithLogin() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = [
    ['--rpc-bind-port', `${port}`, '--wallet-dir', temporaryFolder('login-reference')],
    ['--rpc-login', 'user:pass', '--daemon-address', nowhere, '--rpc-ssl', 'disabled'],
    ['--log-file', `${temporaryFolder('login-log')}/log`, '--log-level', '0'],
  ].flat()
  const readyWhen = () =>
    ask(url).then(
      ({ status }) => status === 401,
      () => false,
    )
  const started = await startProgram('monero-wallet-rpc', args, { readyWhen })
  return { url, stop: () => started.stop() }
}

describe('the program', () => {
  const start = (...flags: string[]) =>
    startOurWalletRpc({ daemon: nowhere, flags: ['--offline', ...flags] })

  test('prints its address, which clients wait for, and its scan kernel', async () => {
    const wallet = await start()
    const { port } = new URL(wallet.url)
    expect(wallet.program.output()).toContain(
      `Binding on 127.0.0.1 (IPv4):${port}\nStarting wallet RPC server\n`,
    )
    const [, kernel] = await wallet.program.says(/^Scanning with (.+)$/m)
    expect(kernel).toMatch(/^(fused multiply-adds, two|SIMD, two|WebAssembly without SIMD)/)
    await wallet.program.stop()
  })

  test('is started and stopped by monero-ts as monero-wallet-rpc is', async () => {
    const port = `${await freePort()}`
    const wallet = await moneroTs.connectToWalletRpc([
      process.execPath,
      program,
      '--rpc-bind-port',
      port,
      '--offline',
      '--wallet-dir',
      temporaryFolder('spawned'),
      '--rpc-login',
      'user:pass',
      '--rpc-access-control-origins',
      'http://localhost:8080',
    ])
    await wallet.createWallet({ path: 'mine', password: 'p', seed: minerSeed })
    expect(await wallet.getPrimaryAddress()).toBe(minerAddress)
    expect(await wallet.stopProcess()).toBe(0)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends cleanly on %s, its state stored',
    async (signal) => {
      const wallet = await start()
      await wallet.call('create_wallet', { filename: 'kept', language: 'English' })
      const key = await wallet.call('query_key', { key_type: 'mnemonic' })
      expect(await wallet.program.stop(signal)).toBe(0)
      const again = await startOurWalletRpc({
        daemon: nowhere,
        walletDir: wallet.walletDir,
        flags: ['--offline'],
      })
      await again.call('open_wallet', { filename: 'kept' })
      expect(await again.call('query_key', { key_type: 'mnemonic' })).toEqual(key)
      await again.program.stop()
    },
  )

  test('ends after stop_wallet has answered', async () => {
    const wallet = await start()
    await wallet.call('create_wallet', { filename: 'stopped', language: 'English' })
    expect(await wallet.call('stop_wallet')).toEqual({})
    expect(await wallet.program.exited).toBe(0)
  })

  test('serves one wallet file', async () => {
    const first = await start()
    await first.call('restore_deterministic_wallet', {
      filename: 'one',
      password: 'p',
      seed: minerSeed,
    })
    await first.program.stop()
    const port = await freePort()
    const file = ['--wallet-file', `${first.walletDir}/one`, '--offline']
    const args = [program, '--rpc-bind-port', `${port}`, ...file, '--password', 'p']
    const served = await startProgram(process.execPath, args, {
      ready: /Starting wallet RPC server/,
    })
    const body = '{"method":"get_address","params":{"account_index":0}}'
    const { result } = (
      await ask(`http://127.0.0.1:${port}/json_rpc`, { method: 'POST', body })
    ).json()
    expect(result.address).toBe(minerAddress)
    await served.stop()
    const wrong = [`--rpc-bind-port`, `${port}`, ...file, '--password', 'q']
    expect(await failure(...wrong)).toContain('Failed to open wallet : Invalid password.')
  })

  test('creates the wallet that a file describes, as the reference does', async () => {
    const made = async (command: string, flags: readonly string[]) => {
      const folder = temporaryFolder('described')
      const description = join(folder, 'wallet.json')
      const filename = join(folder, 'made')
      const keys = { address: minerAddress, viewkey: minerViewKey, create_address_file: 1 }
      writeFileSync(description, JSON.stringify({ version: 1, filename, ...keys }))
      const port = await freePort()
      const args = [
        ...flags,
        '--rpc-bind-port',
        `${port}`,
        '--offline',
        '--disable-rpc-login',
        '--generate-from-json',
        description,
      ]
      const served = await startProgram(command, args, { ready: /Starting wallet RPC server/ })
      const url = `http://127.0.0.1:${port}/json_rpc`
      const { address } = await jsonRpc(url, 'get_address')
      const viewOnly = await jsonRpc(url, 'query_key', { key_type: 'spend_key' }).catch(
        ({ code, message }: CallError) => ({ code, message }),
      )
      await served.stop()
      return { address, viewOnly, written: readFileSync(`${filename}.address.txt`, 'utf8') }
    }
    const log = ['--log-file', join(temporaryFolder('described-log'), 'log')]
    const noTls = ['--rpc-ssl', 'disabled', '--daemon-ssl', 'disabled']
    const answers = await Promise.all([
      made('monero-wallet-rpc', [...log, ...noTls]),
      made(process.execPath, [program]),
    ])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[1]!.address).toBe(minerAddress)
  })

  test('listens on an IPv6 address in addition to the IPv4 address', async () => {
    const wallet = await start('--rpc-use-ipv6')
    const { port } = new URL(wallet.url)
    expect(wallet.program.output()).toContain(`Binding on ::1 (IPv6):${port}\n`)
    const { result } = (
      await post(`http://[::1]:${port}/json_rpc`, { method: 'get_version' })
    ).json()
    expect(result).toEqual(await wallet.call('get_version'))
    await wallet.program.stop()
  })

  test('reports to a second program that a wallet is in use', async () => {
    const first = await start()
    await first.call('create_wallet', { filename: 'one', language: 'English' })
    const second = await startOurWalletRpc({
      daemon: nowhere,
      walletDir: first.walletDir,
      flags: ['--offline'],
    })
    await expect(second.call('open_wallet', { filename: 'one' })).rejects.toThrow(
      'internal error: "one.keys" is opened by another wallet program',
    )
    await first.program.stop('SIGKILL')
    expect(await second.call('open_wallet', { filename: 'one' })).toEqual({})
    await second.program.stop()
  })

  test('prints its flags', async () => {
    const { stdout } = await run(process.execPath, [program, '--help'])
    expect(stdout).toMatch(/^Usage: nightjar-wallet-rpc --rpc-bind-port PORT/)
    const version = await run(process.execPath, [program, '--version'])
    expect(version.stdout).toMatch(/^nightjar-wallet-rpc \d+\.\d+\.\d+\n$/)
  })

  test('error: flags with which it cannot start', async () => {
    expect(await failure('--rpc-bind-port', '1', '--wallet-directory', 'x')).toContain(
      'nightjar-wallet-rpc: unknown flag --wallet-directory',
    )
    expect(await failure('--wallet-dir', 'x')).toContain('--rpc-bind-port is required')
  })

  test('error: a port that is in use', async () => {
    const wallet = await start()
    const { port } = new URL(wallet.url)
    const args = ['--rpc-bind-port', port, '--wallet-dir', wallet.walletDir, '--offline']
    expect(await failure(...args)).toContain('the port is in use; choose another one')
    await wallet.program.stop()
  })
})
