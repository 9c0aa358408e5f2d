/** `nightjar-node --regtest`, started as scripts start monerod: what it keeps, mines and refuses. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../../support/programs/test.ts'
import { daemonClient, type DaemonClient } from '../../support/network/http-client.ts'
import { minerAddress, startMonerod } from '../../support/programs/monerod.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { poll, startProgram } from '../../support/programs/process.ts'
import { built } from '../../support/programs/proxy.ts'
import { regtestArguments } from '../../support/programs/regtest-node.ts'

async function start(dataDir: string, ...more: string[]) {
  const program = await startProgram(process.execPath, regtestArguments(dataDir, 0, more))
  const [, port] = await program.says(/listens on 127\.0\.0\.1:(\d+)\n/)
  return { ...daemonClient(`http://127.0.0.1:${port}`), program, stop: program.stop }
}

const easy = ['--fixed-difficulty', '1']
const mined = (amount: number) => ({ amount_of_blocks: amount, wallet_address: minerAddress })

describe('a chain of its own', () => {
  test('is kept for the next start if a flag says so, and otherwise created again', async () => {
    const dataDir = temporaryFolder('own')
    const first = await start(dataDir, ...easy)
    await first.call('generateblocks', mined(5))
    const { top_block_hash } = await first.call('get_info')
    expect(await first.stop('SIGTERM')).toBe(0)
    // What the log held stands in the file when it was closed in order.
    expect(existsSync(join(dataDir, 'fake', 'chain.sqlite'))).toBe(true)
    expect(existsSync(join(dataDir, 'fake', 'chain.sqlite-wal'))).toBe(false)

    const second = await start(dataDir, '--keep-fakechain', ...easy)
    expect(await second.call('get_info')).toMatchObject({ height: 6n, top_block_hash })
    expect(await second.stop('SIGINT')).toBe(0)

    const third = await start(dataDir, ...easy)
    expect((await third.get('/get_height')).height).toBe(1n)
    await third.post('/stop_daemon', '')
    expect(await third.program.exited).toBe(0)
  })

  test('error: another process uses the chain', async () => {
    const dataDir = temporaryFolder('own')
    const first = await start(dataDir)
    const { status, stderr } = spawnSync(process.execPath, regtestArguments(dataDir, 0), {
      encoding: 'utf8',
    })
    const file = join(dataDir, 'fake', 'chain.sqlite')
    expect([status, stderr]).toEqual([1, `nightjar-node: ${file} is in use by another process\n`])
    expect((await first.get('/get_height')).height).toBe(1n)
    await first.stop()
  })

  test('is extended with proof of work', async () => {
    const node = await start(temporaryFolder('own'), '--fixed-difficulty', '2')
    try {
      await node.get('/start_mining', { miner_address: minerAddress, threads_count: 1 })
      await poll(async () => (await node.get('/get_height')).height >= 4n, 240_000)
      const status = await node.get('/mining_status')
      expect(status).toMatchObject({ active: true, threads_count: 1n, address: minerAddress })
      expect((await node.get('/stop_mining')).status).toBe('OK')
      expect((await node.get('/mining_status')).active).toBe(false)
      expect((await node.call('get_last_block_header')).block_header.difficulty).toBe(2n)
    } finally {
      await node.stop()
    }
  })

  test('shows the reward of the next block as soon as mining has started, as monerod does', async () => {
    // No block is found, so the reward does not change.
    const difficulty = 10 ** 12
    const nodes = [
      await start(temporaryFolder('own'), '--fixed-difficulty', `${difficulty}`),
      await startMonerod({ difficulty }),
    ]
    const params = { miner_address: minerAddress, threads_count: 1, do_background_mining: true }
    const rewardOf = async (node: DaemonClient) => {
      await node.get('/start_mining', { ...params, ignore_battery: true })
      const { active, block_reward } = await node.get('/mining_status')
      await node.get('/stop_mining')
      return { active, block_reward }
    }
    try {
      const [ours, theirs] = await Promise.all(nodes.map(rewardOf))
      expect(ours).toEqual(theirs)
      expect(ours!.block_reward).toBeGreaterThan(0n)
    } finally {
      await Promise.all(nodes.map((node) => node.stop()))
    }
  })

  test.each([
    [['--regtest', '--upstream', '127.0.0.1:1'], '--upstream and --regtest exclude each other'],
    [[], '--upstream with the URL of a node is required, or --regtest'],
    [['--regtest', '--fixed-difficulty', 'x'], '--fixed-difficulty needs a number'],
  ])('error: %j', (args, message) => {
    const all = [built('nightjar-node'), '--data-dir', temporaryFolder('own'), ...args]
    const { status, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' })
    expect(stderr).toContain(`nightjar-node: ${message}`)
    expect(status).toBe(1)
  })
})
