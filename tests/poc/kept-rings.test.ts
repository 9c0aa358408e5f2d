/** What a wallet asked for its rings stays with it, wherever the wallet goes. */
import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { errorDetails } from '#protocol/error-details.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../support/spending/two-coin-wallet.ts'

const scene = payingScene()

/** What the payment asks for, and the offsets of its rings. */
async function pay(wallet: Wallet, relay = false) {
  const [made] = await wallet.spend.transfer(scene.request(), { relay })
  const rings = parseTransaction(made!.tx.blob).inputs.map((input) =>
    input.kind === 'key' ? input.keyOffsets : [],
  )
  return { rings, asked: scene.chain.asked.at(-1), key: made!.inputs[0]!.key }
}

async function reopen(password = '') {
  await scene.service.close()
  return scene.service.open(scene.wallet.name, password)
}

describe('the candidates and the ring of an output are the same', () => {
  test('after a discarded review and a restart', async () => {
    const first = await pay(scene.wallet)
    expect(await pay(await reopen())).toEqual(first)
  })

  test('after a request without an answer, and a restart', async () => {
    const { get_outs } = scene.chain.daemon.bin
    scene.chain.daemon.bin.get_outs = async (params) => {
      await get_outs(params)
      throw new Error('the process ends here')
    }
    await expect(pay(scene.wallet)).rejects.toThrow('the process ends here')
    scene.chain.daemon.bin.get_outs = get_outs
    await pay(await reopen())
    expect(scene.chain.asked[1]).toEqual(scene.chain.asked[0])
  })

  test('after a refused payment', async () => {
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await expect(pay(scene.wallet, true)).rejects.toThrow()
    const refused = parseTransaction(hexToBytes(scene.chain.sent[0]!)).inputs
    const second = await pay(await reopen())
    expect(refused).toMatchObject(second.rings.map((keyOffsets) => ({ keyOffsets })))
    expect(scene.chain.asked[1]).toEqual(scene.chain.asked[0])
  })

  test('with a second daemon, after the first returned wrong candidates', async () => {
    const ours = [...scene.wallet.store.outputs.values()].map(({ globalIndex }) => globalIndex)
    scene.chain.lie = (index, truth) => ({ ...truth, unlocked: ours.includes(BigInt(index)) })
    const refused = (daemon: string) => ({
      code: -4,
      message: expect.stringContaining(`daemon ${daemon} gave a wrong answer`) as string,
      data: errorDetails.wrongCandidates,
    })
    await expect(pay(scene.wallet)).rejects.toMatchObject(refused('fake'))
    const wallet = await reopen()
    await expect(pay(wallet)).rejects.toMatchObject(refused('fake'))
    scene.chain.lie = (_, truth) => truth
    await expect(pay(wallet)).rejects.toMatchObject(refused('fake'))
    wallet.setDaemon({ address: 'http://user:secret@other:18081', trusted: false })
    await pay(wallet)
    expect(scene.chain.asked).toHaveLength(2)
    expect(scene.chain.asked[1]).toEqual(scene.chain.asked[0])
    expect([...wallet.store.rings.values()][0]!.answer!.daemon).toBe('http://other:18081')
  })

  test.each([
    ['full', false],
    ['view-only', true],
  ])('in a %s wallet made from its key file', async (_, watch_only) => {
    const { asked, key } = await pay(scene.wallet)
    const exported = await dispatch(scene.service, 'export_keys_file', { watch_only })
    const { keys_file } = (exported as { result: { keys_file: string } }).result
    const outputs = [...scene.wallet.store.outputs.values()]
    const { blocks, outputCounts } = scene.wallet.store
    const segment = structuredClone(blocks.get('0')!)
    const counts = structuredClone(outputCounts.get('0')!)
    const record = structuredClone(scene.wallet.store.rings.get(key))
    await dispatch(scene.service, 'import_keys_file', { filename: 'copy', keys_file })
    const wallet = scene.service.wallet!
    expect(wallet.name).toBe('copy')
    expect(wallet.store.rings.get(key)).toEqual(record)
    await wallet.store.commit((change) => {
      for (const output of outputs) change.put(wallet.store.outputs, output.key, output)
      change.put(wallet.store.blocks, '0', segment)
      change.put(wallet.store.outputCounts, '0', counts)
    })
    await wallet.spend.transfer(scene.request(xmr), { relay: false })
    expect(scene.chain.asked.at(-1)).toEqual(asked)
  })
})

test('a background wallet receives no ring records', async () => {
  await pay(scene.wallet)
  await dispatch(scene.service, 'setup_background_sync', {
    background_sync_type: 'custom-background-password',
    wallet_password: '',
    background_cache_password: 'beside',
  })
  await scene.service.close()
  const beside = await scene.service.open(`${scene.wallet.name}.background`, 'beside')
  expect(beside.store.outputs.size).toBe(2)
  expect(beside.store.rings.size).toBe(0)
})
