import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { bootstrapDaemon } from '../../../proxy/node/bootstrap/daemon.ts'
import type { BootstrapSettings } from '../../../proxy/node/bootstrap/types.ts'
import { ProgramError } from '../../../server/process/program-error.ts'
import { applyChainFlags, randomXIdleMsOf } from '../../../server/node/chain-flags.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { consoleLines } from '../../support/programs/console-lines.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const subaddress =
  '8BQBPWmWyGiJ9qAhq7TT3NLrf84V54gzifpKF7DUR4FZZJgA4rDkVsWRDZHy7QWqEKdjcj8h6qB3nHVLXC5VEzpfJkb9D12'

let node: OwnNode
let settings: BootstrapSettings[]
const errors = consoleLines()
beforeEach(async () => {
  settings = []
  const bootstrap = {
    set: (given: BootstrapSettings) => void settings.push(given),
    address: () => '',
    wasEverUsed: () => false,
    isOn: () => false,
  }
  node = await ownNode({ bootstrap })
})

type Given = Parameters<typeof applyChainFlags>[1]
const apply = (given: Given) => applyChainFlags(node.context, given)

describe('ban-list', () => {
  const listOf = (text: string) => {
    const file = join(temporaryFolder('bans'), 'list')
    writeFileSync(file, text)
    return file
  }
  const hosts = () => node.context.state.bans.list().map(({ host }) => host)

  test('bans hosts and subnets for ever, and skips remarks and empty lines', async () => {
    const lines = ['# remark', '10.1.2.3', '', '  10.2.0.0/16 # subnet\r', '[2001:db8::1]']
    await apply({ 'ban-list': listOf(lines.join('\n')) })
    expect(hosts()).toEqual(['10.1.2.3', '2001:db8::1', '10.2.0.0/16'])
    expect(node.context.state.bans.left('10.2.255.255')).toBeGreaterThan(2n ** 62n)
    expect(errors).toEqual([])
  })

  test('reports an invalid line, and continues', async () => {
    await apply({ 'ban-list': listOf('example.org\n10.0.0.0/33\n10.1.2.3') })
    expect(hosts()).toEqual(['10.1.2.3'])
    expect(errors).toEqual(
      ['example.org', '10.0.0.0/33'].map((text) => `Invalid IP address or IPv4 subnet: ${text}`),
    )
  })

  test('error: the file is missing', async () => {
    await expect(apply({ 'ban-list': '/no/list' })).rejects.toThrow(
      new ProgramError("Can't find ban list file /no/list - No such file or directory"),
    )
  })
})

describe('bootstrap-daemon flags', () => {
  test.each([
    [{}, { address: '', username: '', password: '', proxy: '' }],
    [
      { 'bootstrap-daemon-address': 'a:1', 'bootstrap-daemon-login': 'me:a:b' },
      { address: 'a:1', username: 'me', password: 'a:b', proxy: '' },
    ],
    // A text without a colon is no login, as in monerod.
    [
      { 'bootstrap-daemon-login': 'me', 'bootstrap-daemon-proxy': '127.0.0.1:9050' },
      { address: '', username: '', password: '', proxy: '127.0.0.1:9050' },
    ],
  ])('%j', async (given, expected) => {
    await apply(given)
    expect(settings).toEqual([expected])
  })

  test('error: an invalid proxy; the message contains no login', async () => {
    const connect = () => Promise.reject(new Error('not connected')) as never
    const bootstrap = bootstrapDaemon({ connect, clock: node.context.clock })
    node = await ownNode({ bootstrap })
    const given = {
      'bootstrap-daemon-address': 'a:1',
      'bootstrap-daemon-login': 'me:secret',
      'bootstrap-daemon-proxy': 'nowhere',
    }
    await expect(apply(given)).rejects.toThrow(
      new ProgramError(
        '--bootstrap-daemon-address or --bootstrap-daemon-proxy is not a valid address',
      ),
    )
  })
})

describe('randomx-idle-time', () => {
  test.each([
    [{}, undefined],
    [{ 'randomx-idle-time': '0' }, 0],
    [{ 'randomx-idle-time': '30' }, 30_000],
    [{ 'randomx-idle-time': '86400' }, 86_400_000],
  ])('%j is %s ms', (given, expected) => {
    expect(randomXIdleMsOf(given)).toBe(expected)
  })

  test.each(['-1', '1.5', '86401', 'x'])('error: %s', (seconds) => {
    expect(() => randomXIdleMsOf({ 'randomx-idle-time': seconds })).toThrow(
      new UsageError('--randomx-idle-time needs a number from 0 to 86400'),
    )
  })
})

describe('prune-blockchain', () => {
  test('prunes the chain', async () => {
    await apply({})
    expect(node.context.chain.pruningSeed()).toBe(0)
    await apply({ 'prune-blockchain': true })
    expect(node.context.chain.pruningSeed()).not.toBe(0)
  })
})

describe('start-mining', () => {
  test('mines with one thread by default', async () => {
    await apply({ 'start-mining': minerAddress })
    expect(node.context.miner.status()).toMatchObject({
      active: true,
      threads: 1,
      background: false,
    })
  })

  test('applies the other mining flags', async () => {
    await apply({
      'start-mining': minerAddress,
      'mining-threads': '8',
      'bg-mining-enable': true,
      'bg-mining-ignore-battery': true,
    })
    const status = { active: true, threads: 8, background: true, ignoreBattery: true }
    expect(node.context.miner.status()).toMatchObject(status)
  })

  test.each(['x', subaddress])('error: %s is not a valid mining address', async (payee) => {
    await expect(apply({ 'start-mining': payee })).rejects.toThrow(
      new ProgramError(
        `Target account address ${payee} has wrong format, starting daemon canceled`,
      ),
    )
    expect(node.context.miner.status().active).toBe(false)
  })

  test('error: one thread more than the host allows', async () => {
    await expect(apply({ 'start-mining': minerAddress, 'mining-threads': '9' })).rejects.toThrow(
      '--mining-threads needs a number from 0 to 8',
    )
  })

  test('error: the miner does not start', async () => {
    const { miner } = node.context
    node = await ownNode({ miner: () => ({ ...miner, start: async () => false }) })
    await expect(apply({ 'start-mining': minerAddress })).rejects.toThrow(
      new ProgramError('--start-mining: this machine cannot mine'),
    )
  })
})
