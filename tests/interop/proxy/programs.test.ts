/** The two programs: their flags, their doors, their end. */
import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import type { Flags } from '../../../server/flags/flags.ts'
import { flags } from '../../../server/node/flags.ts'
import { ineffectiveFlags } from '../../../server/node/ineffective-flags.ts'
import { ask, daemonClient } from '../../support/network/http-client.ts'
import { minerAddress, startWalletRpc } from '../../support/programs/monerod.ts'
import { startOurWalletRpc } from '../../support/programs/nightjar.ts'
import { freePort } from '../../support/network/free-port.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { startProgram } from '../../support/programs/process.ts'
import { built, startProxy } from '../../support/programs/proxy.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'

let node: Regtest
beforeAll(async () => {
  node = await startRegtest()
})

const runProgram = (name: string, args: readonly string[], env = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [built(name), ...args], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, ...env },
  })

  return { status, stdout, stderr }
}

const startNightjar = async (args: readonly string[], env = {}) => {
  const port = await freePort()
  const program = await startProgram(
    process.execPath,
    [built('nightjar'), '--port', `${port}`, ...args],
    { ready: /Nightjar is at (\S+)\/\n/, env },
  )
  return { program, ...daemonClient(/at (\S+)\/\n/.exec(program.output())![1]!) }
}

describe.each([
  ['nightjar', '--bind-ip'],
  ['nightjar-node', '--rpc-bind-ip'],
])('%s', (name, bindIp) => {
  test('prints its flags', () => {
    const { status, stdout } = runProgram(name, ['--help'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Usage: nightjar/)
    expect(stdout).toContain('--allow-upstream')
  })

  test.each([
    [['--prot', '5'], 'unknown flag --prot'],
    [['here'], 'unexpected argument, number 1'],
    [['--upstream', '127.0.0.1:1', bindIp, 'localhost'], `${bindIp} needs an IP address`],
    [['--upstream', 'a b'], '--upstream: expected the address of a node'],
    [
      ['--upstream', '127.0.0.1:1', '--allow-upstream', 'x/y'],
      '--allow-upstream: expected the address of a node',
    ],
  ])('error: %j', (args, message) => {
    const { status, stderr } = runProgram(name, args)
    expect(stderr).toContain(`${name}: ${message}`)
    expect(status).toBe(1)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('ends on %s', async (signal) => {
    const port = name === 'nightjar' ? '--port' : '--rpc-bind-port'
    const args = [built(name), port, `${await freePort()}`, '--upstream', node.url]
    const program = await startProgram(process.execPath, args, { ready: /(at|on) \S+:\d+/ })
    expect(await program.stop(signal)).toBe(0)
  })

  test('error: the port is in use', () => {
    const port = name === 'nightjar' ? '--port' : '--rpc-bind-port'
    const args = [port, new URL(node.url).port, '--upstream', node.url]
    const { status, stderr } = runProgram(name, args)
    expect(stderr).toBe(`${name}: the port is in use; choose another one\n`)
    expect(status).toBe(1)
  })
})

const nodeFlags: Flags = { ...ineffectiveFlags, ...flags }

describe('nightjar-node and monerod', () => {
  test('have the same flags, with a value or without', () => {
    const { stdout } = spawnSync('monerod', ['--help'], { encoding: 'utf8' })
    const theirs = [...stdout.matchAll(/^ {2}--([a-z0-9-]+)( arg)?/gm)]
    expect(theirs.length).toBeGreaterThan(100)
    const wrong = theirs.filter(([, name, value]) => {
      const ours = nodeFlags[name!]
      return !ours || (ours.takes !== undefined) !== (value !== undefined)
    })
    expect(wrong.map(([, name]) => name)).toEqual([])
  })

  test('flags without effect are named in one line', async () => {
    const proxy = await startProxy([node.url], ['--no-igd', '--log-file=x y', '--no-zmq'])
    const [line] = await proxy.program.says(/Without effect here:.*/)
    expect(line).toBe('Without effect here: --no-igd --log-file --no-zmq')
    await proxy.stop()
  })
})

describe('the ports', () => {
  test('a public port runs next to the private one', async () => {
    const port = await freePort()
    const flags = ['--rpc-restricted-bind-port', `${port}`]
    const proxy = await startProxy([node.url], flags)
    const open = daemonClient(`http://127.0.0.1:${port}`)
    expect((await proxy.call('get_info')).restricted).toBe(false)
    expect((await open.call('get_info')).restricted).toBe(true)
    expect((await open.post('/stop_daemon', '')).status).toBe(404)
    expect(await proxy.stop()).toBe(0)
  })

  test('require the login, as monerod does', async () => {
    const proxy = await startProxy([node.url], ['--rpc-login', 'user:pass:word'])
    expect((await proxy.post('/get_height', '')).status).toBe(401)
    const wallet = await startWalletRpc({
      daemon: proxy.address,
      flags: ['--daemon-login', 'user:pass:word'],
    })
    await wallet.call('create_wallet', { filename: 'x', password: '', language: 'English' })
    await wallet.call('refresh')
    await wallet.stop()
    const ours = await startOurWalletRpc({
      daemon: proxy.address,
      flags: ['--daemon-login', 'user:pass:word'],
    })
    await ours.call('create_wallet', { filename: 'x', password: '', language: 'English' })
    await ours.call('refresh')
    await ours.program.stop()
    await proxy.stop()
  })

  test('are reachable only from this machine', async () => {
    const proxy = await startProxy([node.url])
    const listening = readFileSync(`/proc/${proxy.program.pid}/net/tcp`, 'utf8')
    const port = Number(new URL(proxy.url).port).toString(16).toUpperCase().padStart(4, '0')
    const addresses = [...listening.matchAll(/: ([0-9A-F]{8}):([0-9A-F]{4}) \S+ 0A/g)]
    expect(addresses.filter(([, , at]) => at === port).map(([, address]) => address)).toEqual([
      '0100007F',
    ])
    await proxy.stop()
  })

  test('refuse other host names and other origins', async () => {
    const proxy = await startProxy(
      [node.url],
      ['--rpc-access-control-origins', 'https://shop.example', '--allow-host', 'node.example'],
    )
    const status = async (headers: Record<string, string>) =>
      (await ask(`${proxy.url}/get_height`, { headers })).status
    expect(await status({ host: 'localhost:1' })).toBe(200)
    expect(await status({ host: 'node.example' })).toBe(200)
    expect(await status({ host: 'evil.example' })).toBe(403)
    expect(await status({ origin: 'https://shop.example' })).toBe(200)
    expect(await status({ origin: proxy.url })).toBe(200)
    expect(await status({ origin: 'https://evil.example' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    await proxy.stop()
  })

  test('forward only to nodes that the operator allows', async () => {
    const proxy = await startProxy(
      [`127.0.0.1:${await freePort()}`],
      ['--allow-upstream', node.address],
    )
    expect((await proxy.get(`/node/${encodeURIComponent(node.address)}/get_height`)).height).toBe(
      1n,
    )
    expect((await proxy.post('/node/127.0.0.1%3A22/get_height', '')).status).toBe(403)
    expect((await proxy.post('/get_height', '')).status).toBe(502)
    await proxy.stop()
  })
})

describe('nightjar without an upstream', () => {
  test('keeps a private chain', async () => {
    const dataDir = temporaryFolder('data')
    const first = await startNightjar(['--data-dir', dataDir])
    expect((await first.call('get_info')).nettype).toBe('fakechain')
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const mined = { amount_of_blocks: 3, wallet_address: minerAddress }
    await first.call('generateblocks', mined)
    expect(await first.program.stop('SIGTERM')).toBe(0)

    const second = await startNightjar(['--data-dir', dataDir])
    expect((await second.get('/get_height')).height).toBe(4n)
    expect(await second.program.stop('SIGINT')).toBe(0)
  })

  test('a second program cannot open the chain', async () => {
    const dataDir = temporaryFolder('data')
    const first = await startNightjar(['--data-dir', dataDir])
    const { status, stderr } = runProgram('nightjar', ['--port', '0', '--data-dir', dataDir])
    const file = join(dataDir, 'regtest', 'chain.sqlite')
    expect(stderr).toBe(`nightjar: ${file} is in use by another process\n`)
    expect(status).toBe(1)
    await first.program.stop()
  })

  test('after a program is killed, the next one continues its chain', async () => {
    const dataDir = temporaryFolder('data')
    const first = await startNightjar(['--data-dir', dataDir])
    await first.call('generateblocks', { amount_of_blocks: 2, wallet_address: minerAddress })
    await first.program.stop('SIGKILL')
    const second = await startNightjar(['--data-dir', dataDir])
    expect((await second.get('/get_height')).height).toBe(3n)
    expect(await second.program.stop()).toBe(0)
  })

  test('needs no other program, and ends when its RPC requests it', async () => {
    const env = { PATH: temporaryFolder('path') }
    const { program, get } = await startNightjar(['--data-dir', temporaryFolder('data')], env)
    expect((await get('/stop_daemon')).status).toBe('OK')
    expect(await program.exited).toBe(0)
  })
})

test('the page and the proxy have one origin', async () => {
  const { program, url, get } = await startNightjar(['--upstream', node.url])
  const page = await ask(url)
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
  })

  expect((await get('/get_height')).status).toBe('OK')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text())![1]!
  const packed = await ask(url + script, { headers: { 'accept-encoding': 'br' } })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })

  await program.stop()
})
