/** Flags of monerod that do something to a chain of our own, or to where it listens. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../../support/programs/test.ts'
import { ask, daemonClient, type DaemonClient } from '../../support/network/http-client.ts'
import { minerAddress, startMonerod } from '../../support/programs/monerod.ts'
import { freePort } from '../../support/network/free-port.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { isThere, poll } from '../../support/programs/process.ts'
import {
  regtestArguments,
  startRegtest,
  type Regtest,
} from '../../support/programs/regtest-node.ts'

const easy = ['--fixed-difficulty', '1']

/** Has a node with these flags while `act` runs. */
async function withNode(flags: readonly string[], act: (node: Regtest) => Promise<void>) {
  const node = await startRegtest({ flags })
  await act(node).finally(() => node.stop())
}

/** Starts it, and it does not. */
function refused(flags: readonly string[]) {
  const args = regtestArguments(temporaryFolder('own'), 0, [...easy, ...flags])
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return [status, stderr]
}

const mine = async (node: DaemonClient, more: object = {}): Promise<string[]> => {
  const params = { amount_of_blocks: 1, wallet_address: minerAddress, ...more }
  return (await node.call('generateblocks', params)).blocks
}

/** A command that writes its words into a file, a line each time, and what that file holds. */
function noted() {
  const folder = temporaryFolder('notify')
  const script = join(folder, 'note')
  const notes = join(folder, 'notes')
  writeFileSync(script, `#!/bin/sh\necho "$#" "$@" "\${HOME-none}" >> ${notes}\n`, { mode: 0o700 })
  const lines = () =>
    existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').toSorted() : []
  return { script, lines, are: (count: number) => poll(async () => lines().length >= count) }
}

/** Mines two blocks, and then three beside the second. */
async function branchedOff(node: DaemonClient) {
  const [first, second] = [await mine(node), await mine(node)].flat()
  const beside: string[] = []
  for (let parent = first; beside.length < 2; parent = beside.at(-1)!)
    beside.push(...(await mine(node, { prev_block: parent, starting_nonce: 7 })))
  return { main: [first!, second!], beside }
}

describe('--block-notify and --reorg-notify', () => {
  test('run a command as monerod does: split at spaces, without a shell or environment', async () => {
    const [ours, theirs] = [noted(), noted()]
    const flags = ({ script }: ReturnType<typeof noted>) => [
      '--block-notify',
      `${script} block  %s $HOME;%s`,
      '--reorg-notify',
      `${script} reorg %s %h %n %d`,
    ]
    const reorg = '5 reorg 2 4 2 1 none'
    await withNode(flags(ours), async (node) => {
      const { main, beside } = await branchedOff(node)
      await ours.are(5)
      const blocks = [...main, ...beside].map((id) => `3 block ${id} $HOME;${id} none`)
      expect(ours.lines()).toEqual([...blocks, reorg].toSorted())
    })
    const monerod = await startMonerod({ flags: flags(theirs) })
    try {
      const { main, beside } = await branchedOff(monerod)
      // It tells of the first block of the chain too.
      await theirs.are(6)
      const blocks = [...main, ...beside].map((id) => `3 block ${id} $HOME;${id} none`)
      expect(theirs.lines()).toEqual(expect.arrayContaining([...blocks, reorg]))
    } finally {
      await monerod.stop()
    }
  })

  test('report a missing file, and continue', async () => {
    await withNode(['--block-notify', '/nowhere/x %s'], async (node) => {
      await node.program.says(/Failed to parse block notify spec: File not found: \/nowhere\/x\n/)
      expect(await mine(node)).toHaveLength(1)
    })
  })
})

describe('--start-mining', () => {
  test('mines for the address with the given number of threads', async () => {
    await withNode(['--start-mining', minerAddress, '--mining-threads', '2'], async (node) => {
      const status = { active: true, threads_count: 2n, address: minerAddress }
      expect(await node.get('/mining_status')).toMatchObject(status)
      await poll(async () => (await node.get('/get_height')).height >= 2n)
    })
  })

  test.each([
    [['x'], 'Target account address x has wrong format, starting daemon canceled'],
    [[minerAddress, '--mining-threads', 'x'], '--mining-threads needs a number from 0 to'],
  ])('error: %j', (flags, message) => {
    const [status, stderr] = refused(['--start-mining', ...flags])
    expect(stderr).toContain(`nightjar-node: ${message}`)
    expect(status).toBe(1)
  })
})

test('--prune-blockchain prunes existing and new blocks', async () => {
  await withNode(['--prune-blockchain'], async (node) => {
    const { pruned, pruning_seed } = await node.call('prune_blockchain', { check: true })
    expect(pruned).toBe(true)
    expect(pruning_seed).toBeGreaterThan(0n)
  })
})

describe('--ban-list', () => {
  const hosts = ['10.1.2.3', '10.2.0.0/16', '', '[2001:db8::1]']
  /** As v0.18.5 reads them. */
  const remarks = ['# a remark', ' 10.9.0.0/16 # a subnet', 'garbage x']

  test('bans the listed addresses permanently, as monerod does', async () => {
    const file = join(temporaryFolder('bans'), 'list')
    writeFileSync(file, hosts.join('\n'))
    const bansOf = async (node: DaemonClient) => {
      const { bans } = await node.call('get_bans')
      const names = bans.map(({ host, ip }: { host: string; ip: bigint }) => [host, ip])
      // What is left of a time in 64 bits, in 32 of them.
      const seconds = bans.map((ban: { seconds: bigint }) => Number(ban.seconds / 1000n))
      return { names, ages: new Set(seconds).size }
    }
    const monerod = await startMonerod({ flags: ['--ban-list', file] })
    const theirs = await bansOf(monerod).finally(() => monerod.stop())
    await withNode(['--ban-list', file], async (node) => {
      expect(await bansOf(node)).toEqual(theirs)
      expect(theirs.names).toHaveLength(3)
    })
  })

  test('ignores comments, and reports lines that it cannot parse', async () => {
    const file = join(temporaryFolder('bans'), 'list')
    writeFileSync(file, remarks.join('\n'))
    await withNode(['--ban-list', file], async (node) => {
      expect((await node.call('get_bans')).bans).toMatchObject([{ host: '10.9.0.0/16' }])
      await node.program.says(/Invalid IP address or IPv4 subnet: garbage x\n/)
    })
  })

  test('error: no such file', () => {
    expect(refused(['--ban-list', '/nowhere/x'])).toEqual([
      1,
      "nightjar-node: Can't find ban list file /nowhere/x - No such file or directory\n",
    ])
  })
})

describe('--rpc-use-ipv6', () => {
  const at = (address: string) => ask(`http://${address}/get_height`)

  test('listens on ::1 in addition to 127.0.0.1, at the same port', async () => {
    await withNode(['--rpc-use-ipv6'], async (node) => {
      const [, port] = await node.program.says(/listens on \[::1\]:(\d+)\n/)
      expect(node.address).toBe(`127.0.0.1:${port}`)
      expect((await at(`[::1]:${port}`)).status).toBe(200)
      expect((await at(node.address)).status).toBe(200)
    })
  })

  test('--rpc-ignore-ipv4 permits a start when the IPv4 address is in use', async () => {
    const port = `${await freePort()}`
    const both = ['--rpc-bind-port', port, '--rpc-use-ipv6', '--rpc-bind-ipv6-address', '[::1]']
    await withNode(['--rpc-bind-port', port], async () => {
      expect(refused(both)).toEqual([1, 'nightjar-node: the port is in use; choose another one\n'])
      await withNode([...both, '--rpc-ignore-ipv4'], async (node) => {
        await node.program.says(/Failed to bind IPv4: the port is in use/)
        expect((await at(`[::1]:${port}`)).status).toBe(200)
      })
    })
  })
})

describe('--detach', () => {
  /** Detached, and answering; the pid stands in a file. */
  async function detached(pidfile: string) {
    const port = `${await freePort()}`
    const more = [...easy, '--rpc-bind-port', port, '--detach', '--pidfile', pidfile]
    const args = regtestArguments(temporaryFolder('own'), 0, more)
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, 'Forking to background...\n'])
    const node = daemonClient(`http://127.0.0.1:${port}`)
    const answers = () =>
      node.get('/get_height').then(
        () => true,
        () => false,
      )
    await poll(answers)
    return { node, answers, pid: Number(readFileSync(pidfile, 'utf8')) }
  }

  test('continues in the background, with its process id in --pidfile', async () => {
    const pidfile = join(temporaryFolder('pid'), 'pid')
    const first = await detached(pidfile)
    try {
      expect(refused(['--detach', '--pidfile', pidfile])).toEqual([
        1,
        `nightjar-node: PID file ${pidfile} already exists and the PID therein is valid\n`,
      ])
    } finally {
      await first.node.get('/stop_daemon')
    }
    await poll(async () => !(await first.answers()) && !isThere(first.pid))
    // Of a process that has ended, the file is written anew.
    const second = await detached(pidfile)
    expect(second.pid).not.toBe(first.pid)
    process.kill(second.pid, 'SIGTERM')
    await poll(async () => !isThere(second.pid))
  })

  test('error: the file is a link', () => {
    const folder = temporaryFolder('pid')
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'pid'))
    expect(refused(['--detach', '--pidfile', join(folder, 'pid')])).toEqual([
      1,
      `nightjar-node: PID file path is a symlink, refusing: ${join(folder, 'pid')}\n`,
    ])
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })
})

test('flags that need another flag are reported without it', async () => {
  const flags = ['--mining-threads', '2', '--pidfile', 'x', '--rpc-ignore-ipv4', '--no-sync']
  await withNode(flags, async (node) => {
    const [line] = await node.program.says(/Without effect here:.*/)
    expect(line).toBe(
      'Without effect here: --no-igd --mining-threads --pidfile --rpc-ignore-ipv4 --no-sync',
    )
  })
})
