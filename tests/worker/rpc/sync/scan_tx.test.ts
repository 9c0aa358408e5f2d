import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'

/** The scene after a refresh of the whole chain. */
async function whole() {
  const { wallet, ...scene } = await rescanScene()
  await wallet.sync.refresh()
  return scene
}

/** A wallet with a restore height, after a refresh. */
async function lateScene(restoreHeight: bigint, lie?: (daemon: Daemon) => Daemon) {
  const scene = await rescanScene({ wanted: { restoreHeight }, ...(lie && { lie }) })
  await scene.wallet.sync.refresh()
  const scan = (...txs: { txid: string }[]) =>
    scene.call('scan_tx', { txids: txs.map(({ txid }) => txid) })
  return { ...scene, scan }
}

/** Amounts of outputs by whether they are spent, and transactions sent. */
function summary({ outputs, sent, received }: Record<string, unknown>) {
  const rows = <T>(table: unknown) => (table as [string, T][]).map(([, row]) => row)
  return {
    outputs: rows<{ amount: bigint; spent?: { height?: bigint } }>(outputs)
      .map(({ amount, spent }) => `${amount} ${spent?.height ?? 'unspent'}`)
      .sort(),
    sent: rows<{ amountOut: bigint; fee: bigint; height?: bigint }>(sent).map(
      ({ amountOut, fee, height }) => ({ amountOut, fee, height }),
    ),
    received: rows<{ amount: bigint }>(received)
      .map(({ amount }) => `${amount}`)
      .sort(),
  }
}

describe('scan_tx', () => {
  test('adds transactions of blocks below the restore height, in chain order', async () => {
    const { scan, first, spend, books, wallet } = await lateScene(5n)
    expect(summary(books())).toEqual({ outputs: [], sent: [], received: [] })
    expect(await scan(spend, first)).toEqual({ result: {} })
    expect(summary(books())).toEqual(summary((await whole()).books()))
    expect(wallet.chain.height).toBe(31n)
  })

  test('marks an output below the restore height as spent by a scanned transaction', async () => {
    const { scan, first, books } = await lateScene(2n)
    // The change alone: without the spent output it looks like a payment received.
    expect(summary(books())).toMatchObject({ sent: [], received: ['3999999999000'] })
    expect(await scan(first)).toEqual({ result: {} })
    expect(summary(books())).toEqual(summary((await whole()).books()))
  })

  test('changes no known transaction and keeps frozen outputs frozen', async () => {
    const { scan, first, spend, call, books } = await lateScene(0n)
    await call('freeze', { key_image: first.keyImages[0]! })
    const before = books()
    expect(await scan(spend)).toEqual({ result: {} })
    expect(await scan(first, first)).toEqual({ result: {} })
    expect(books()).toEqual(before)
  })

  test('keeps a pool transaction of another copy of the wallet after the next refresh', async () => {
    const { scan, first, script, wallet, books } = await lateScene(0n)
    const [keyImage] = [...wallet.store.outputs.values()].flatMap(({ keyImage, spent }) =>
      spent || keyImage === undefined ? [] : [keyImage],
    )
    script.wait(script.pay({ payments: [{ amount: 3n }], spends: [keyImage!] }))
    await wallet.sync.refresh()
    const before = books()
    expect(await scan(first)).toEqual({ result: {} })
    await wallet.sync.refresh()
    expect(books()).toEqual(before)
  })

  test('scans from the start up to the top when the transaction is above the scanned blocks', async () => {
    const scene = await rescanScene()
    const { call, spend, first, books, wallet } = scene
    expect(await call('scan_tx', { txids: [first.txid, spend.txid] })).toEqual({ result: {} })
    expect(summary(books())).toEqual(summary((await whole()).books()))
    expect(wallet.chain.height).toBe(31n)
  })

  test('adds a pool transaction and a miner transaction', async () => {
    const { scan, script, wallet, books } = await lateScene(0n)
    script.mine([], { account: 0, address: 2 })
    const tx = script.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 3n }] })
    script.wait(tx)
    const { blob } = script.blocks.at(-1)!
    const miner = bytesToHex(transactionId(parseBlock(blob).minerTx))
    expect(await scan(tx, { txid: miner })).toEqual({ result: {} })
    expect(books().pool).toMatchObject([[expect.stringContaining(tx.txid), { amount: 3n }]])
    expect(summary(books()).received).toContain('600000000000')
    expect(wallet.chain.height).toBe(32n)
  })

  test('changes nothing for a transaction of other wallets', async () => {
    const { scan, script, books, wallet } = await lateScene(0n)
    const tx = script.pay({ payments: [{ amount: 3n }] })
    script.mine([tx])
    await wallet.sync.refresh()
    const before = books()
    expect(await scan(tx)).toEqual({ result: {} })
    expect(books()).toEqual(before)
  })

  test('error: an untrusted daemon and a transaction below the scanned height; an invalid id', async () => {
    const { scan, call, first, books } = await lateScene(2n)
    await call('set_daemon', { address: 'scripted:1' })
    const before = books()
    expect(await scan(first)).toEqual({
      error: {
        code: -1,
        message:
          'The wallet has already seen 1 or more recent transactions than the scanned tx. ' +
          'Either connect to a trusted daemon or rescan the chain.',
      },
    })
    expect(books()).toEqual(before)
    expect(await scan()).toEqual({ result: {} })
    expect(await scan({ txid: 'xx' })).toEqual({
      error: { code: -8, message: 'TX ID has invalid format' },
    })
  })

  test('error: the daemon has no such transaction', async () => {
    const { scan, first } = await lateScene(0n)
    expect(await scan(first, { txid: 'ab'.repeat(32) })).toEqual({
      error: { code: -1, message: 'Failed to get transaction from daemon' },
    })
  })

  type Entry = Awaited<ReturnType<Daemon['json']['get_transactions']>>['txs'][number]
  test.each<[string, (entry: Entry) => Partial<Entry>]>([
    ['another block', ({ block_height }) => ({ block_height: block_height + 1n })],
    ['another transaction', () => ({ prunable_hash: '00'.repeat(32) })],
    ['no hex', () => ({ pruned_as_hex: 'zz' })],
    ['too few output indices', () => ({ output_indices: [] })],
  ])('error: the daemon returns %s, and no record changes', async (_, lie) => {
    const { scan, first, books } = await lateScene(5n, (daemon) => ({
      ...daemon,
      json: {
        ...daemon.json,
        get_transactions: async (params) => {
          const answer = await daemon.json.get_transactions(params)
          return { ...answer, txs: answer.txs.map((entry) => ({ ...entry, ...lie(entry) })) }
        },
      },
    }))
    const before = books()
    expect(await scan(first)).toMatchObject({
      error: { code: -1, message: expect.stringMatching(/not to be trusted/) },
    })
    expect(books()).toEqual(before)
  })
})
