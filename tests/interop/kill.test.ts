import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { isKillDue, killCounts, kills, reportKills } from '../support/programs/kill-counts.ts'
import { killDuring } from '../support/programs/kill-during.ts'
import { startTamperingProxy } from '../support/network/tampering-proxy.ts'
import { minerAddress, type Result } from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { seededWords } from '../support/random/sfc32.ts'
import { timed } from '../support/programs/timed.ts'

/** A wallet of our own, so that every coin of the chain's first blocks is spendable by it. */
const words =
  'money guys dawn meeting duckling banjo biggest scrub owls jingle pirate yawning lobster ' +
  'nexus shyness ember roster vogue sniff inflamed history depth enmity essential ember'

let node: Regtest
const walletDir = temporaryFolder('killed-wallets')
const drawn = seededWords(seed())
/** A number from 0 up to 1. */
const draw = () => drawn() / 2 ** 32

const start = (daemon = node.address) => startOurWalletRpc({ daemon, walletDir })
const restore = (wallet: OurWalletRpc, filename: string) =>
  wallet.call('restore_deterministic_wallet', { filename, password: 'p', seed: words })
const open = (wallet: OurWalletRpc, filename: string) =>
  wallet.call('open_wallet', { filename, password: 'p' })

/** Everything that a wallet knows of the chain, in an order that does not depend on its history. */
async function state(wallet: OurWalletRpc) {
  const kinds = { in: true, out: true, pending: true, failed: true, pool: true }
  const { balance, unlocked_balance } = await wallet.call('get_balance', { account_index: 0 })
  const transfers = await wallet.call('get_transfers', kinds)
  const outputs = await wallet.call('incoming_transfers', { transfer_type: 'all' })
  const line = (entry: Result) => `${entry.type} ${entry.txid} ${entry.amount} ${entry.height}`
  return {
    balance,
    unlocked_balance,
    transfers: Object.values(transfers).flat().map(line).sort(),
    outputs: (outputs.transfers ?? [])
      .map((output: Result) => `${output.key_image} ${output.amount} ${output.spent}`)
      .sort(),
  }
}

/** What a wallet that was never killed makes of the same chain. */
async function fresh(filename: string) {
  const wallet = await start()
  try {
    await restore(wallet, filename)
    await wallet.call('refresh')
    return await state(wallet)
  } finally {
    await wallet.program.stop()
  }
}

/** Whether it was cut off. */
const cutOffBy = async (
  wallet: OurWalletRpc,
  work: Promise<unknown>,
  part: { takesMs: number; round: number; rounds: number },
) => (await killDuring(wallet, work, { ...part, chance: draw() })) === undefined

beforeAll(async () => {
  node = await startRegtest()
  const wallet = await start()
  const { address } = await restore(wallet, 'first')
  await wallet.program.stop()
  await node.mine(60, address)
  await node.mine(count(70, 640))
})

describe('a wallet that is killed', () => {
  test('during refreshes, has the same ledger as a wallet that was never killed', async ({
    task,
  }) => {
    const rounds = kills(killCounts.service.refreshes)
    const expected = await fresh('calm')
    const measured = await start()
    await restore(measured, 'measured')
    const takesMs = await timed(() => measured.call('refresh'))
    await measured.program.stop()

    let [round, cutOff] = [0, 0]
    for (; isKillDue(round, rounds, cutOff); round += 1) {
      const name = `refresh-${round}`
      const victim = await start()
      await restore(victim, name)
      cutOff += Number(await cutOffBy(victim, victim.call('refresh'), { takesMs, round, rounds }))

      const reopened = await start()
      await open(reopened, name)
      await reopened.call('refresh')
      expect(await state(reopened), name).toEqual(expected)
      await reopened.program.stop('SIGKILL')
    }
    reportKills(task, 'service', round)
  })

  test('during sends, loses no record and spends no output twice', async ({ task }) => {
    const rounds = kills(killCounts.service.payments)
    const first = await start()
    await restore(first, 'sender')
    await first.call('refresh')
    const takesMs = await timed(() => first.call('transfer', pay))
    await first.program.stop()

    let [round, cutOff] = [0, 0]
    for (; isKillDue(round, rounds, cutOff); round += 1) {
      const victim = await start()
      await open(victim, 'sender')
      await victim.call('refresh')
      cutOff += Number(
        await cutOffBy(victim, victim.call('transfer', pay), { takesMs, round, rounds }),
      )

      const reopened = await start()
      await open(reopened, 'sender')
      await reopened.call('refresh')
      await expectNothingOfferedTwice(reopened)
      const { pending = [] } = await reopened.call('get_transfers', { pending: true })
      for (const { txid } of pending) await reopened.call('resend_tx', { txid })
      await node.mine(3)
      await reopened.call('refresh')
      await reopened.program.stop('SIGKILL')
    }
    await expectAsFresh('sender')
    reportKills(task, 'service', round)
  }, 900_000)

  test.each([
    ['before the node has it', false],
    ['when the node has it', true],
  ])('while the transaction is sent, %s, sends it once', async (_, arrives) => {
    const name = `leaving-${arrives}`
    const tampering = await startTamperingProxy(node.url)
    const victim = await start(tampering.address)
    await restore(victim, name)
    await victim.call('refresh')
    const killed = new Promise<void>((resolve, reject) => {
      tampering.tamper = async (path, forward) => {
        if (path !== '/send_raw_transaction') return { bytes: await forward() }
        if (arrives) await forward()
        victim.program.stop('SIGKILL').then(() => resolve(), reject)
        return 'hang'
      }
    })
    await expect(victim.call('transfer', pay)).rejects.toThrow()
    await killed
    await tampering.stop()
    expect((await inPool()).length > 0).toBe(arrives)

    const reopened = await start()
    await open(reopened, name)
    const { pending } = await reopened.call('get_transfers', { pending: true })
    expect(pending).toHaveLength(1)
    await expectNothingOfferedTwice(reopened)
    await reopened.call('refresh')
    expect((await inPool()).length > 0).toBe(arrives)
    await reopened.call('resend_tx', { txid: pending[0].txid })
    expect(await inPool()).toEqual([pending[0].txid])
    await reopened.program.stop('SIGKILL')
    await expectAsFresh(name)
  })
})

const pay = { destinations: [{ amount: 10n ** 12n, address: minerAddress }] }

/** Ids of what waits in the node's pool. */
const inPool = async (): Promise<string[]> =>
  ((await node.get('/get_transaction_pool')).transactions ?? []).map(
    ({ id_hash }: Result) => id_hash as string,
  )

/** All is mined: the wallet then is as one that was restored from its seed. */
async function expectAsFresh(filename: string) {
  await node.mine(10)
  const wallet = await start()
  await open(wallet, filename)
  await wallet.call('refresh')
  const ended = await state(wallet)
  await wallet.program.stop()
  expect(ended).toEqual(await fresh(`after-${filename}`))
  expect(await inPool()).toEqual([])
}

/** No output that a pool transaction spends may be picked for another payment. */
async function expectNothingOfferedTwice(wallet: OurWalletRpc) {
  const { spent_key_images: taken = [] } = await node.get('/get_transaction_pool')
  const spent = new Set(taken.map((entry: Result) => entry.id_hash as string))
  const { spent_key_images_list: offered } = await wallet.call('sweep_all', {
    address: minerAddress,
    do_not_relay: true,
  })

  const images = offered.flatMap(({ key_images }: Result) => key_images as string[])
  expect(images.length).toBeGreaterThan(0)
  expect(images.filter((image: string) => spent.has(image))).toEqual([])
  expect(new Set(images).size).toBe(images.length)
}
