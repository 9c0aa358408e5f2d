/** A daemon refuses a payment and passes it on: no later payment can be mined beside it. */
import { describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { TransferRequest } from '../../worker/engine/payments/requests.ts'
import { resetChain } from '../../worker/engine/sync/rescan.ts'
import { ownRecipient } from '../../worker/engine/tx/recipient.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { newSecrets } from '../support/chains/coin-mint.ts'
import { fundedWallet } from '../support/spending/funded-wallet.ts'
import { xmr } from '../support/spending/two-coin-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const refusals = [
  { status: 'Failed', invalid_input: true },
  { status: 'Failed', double_spend: true },
  { status: 'BUSY' },
]

/** Key images of the transactions that the daemon received. */
const imagesOf = (hex: string) =>
  parseTransaction(hexToBytes(hex)).inputs.map((input) =>
    input.kind === 'key' ? bytesToHex(input.keyImage) : '',
  )

/** A wallet with ten coins of 1 XMR. */
async function tenCoins() {
  const crypto = await testCrypto()
  const payee = ownRecipient(crypto, newSecrets(crypto), { account: 0, address: 0 })
  const funded = await fundedWallet(Array.from({ length: 10 }, () => xmr))
  const { wallet, chain } = funded
  const request = (given: Partial<TransferRequest> = {}): TransferRequest => ({
    account: 0,
    addresses: [],
    priority: 1,
    paymentId: undefined,
    subtractFeeFrom: [],
    payments: [{ ...payee, amount: (25n * xmr) / 10n, original: wallet.primaryAddress }],
    ...given,
  })
  const pay = (given: Partial<TransferRequest> = {}) =>
    wallet.spend.transfer(request(given), { relay: true })
  const sweep = (below = 0n) =>
    wallet.spend.sweep({ ...request(), recipients: [payee], below }, { relay: true })
  const refuse = async (answer: (typeof refusals)[number] = refusals[0]!) => {
    chain.send = async () => answer
    await expect(pay()).rejects.toMatchObject(
      answer.status === 'BUSY' ? { code: -3 } : { message: 'transaction was rejected by daemon' },
    )
    chain.send = async () => ({ status: 'OK' })
    return imagesOf(chain.sent.at(-1)!)
  }
  const freeze = (keyImages: readonly string[]) =>
    wallet.store.commit((change) => {
      for (const output of wallet.store.outputs.values())
        if (keyImages.includes(output.keyImage!))
          change.put(wallet.store.outputs, output.key, { ...output, frozen: true })
    })
  const call = (name: string, params: object) => dispatch(funded.service, name, params)
  return { ...funded, payee, request, pay, sweep, refuse, freeze, call }
}

/** Mines the spends of a transaction that the wallet recorded. */
async function mine({ wallet }: Awaited<ReturnType<typeof tenCoins>>, txid: string) {
  const { store } = wallet
  const { keyImages } = store.sent.get(txid)!
  await store.commit((change) => {
    for (const output of store.outputs.values())
      if (keyImages.includes(output.keyImage!))
        change.put(store.outputs, output.key, { ...output, spent: { txid, height: 399n } })
    change.put(store.sent, txid, { ...store.sent.get(txid)!, state: 'mined', height: 399n })
  })
}

const isShared = (one: readonly string[], other: readonly string[]) =>
  one.some((image) => other.includes(image))

describe('after a payment that the daemon refused', () => {
  test.each(refusals)('with %o, every next payment spends one of its inputs', async (answer) => {
    for (let round = 0; round < 4; round++) {
      const scene = await tenCoins()
      const first = await scene.refuse(answer)
      await scene.pay()
      expect(isShared(first, imagesOf(scene.chain.sent.at(-1)!))).toBe(true)
    }
  })

  test('a chain of refused payments is excluded by one more', async () => {
    const scene = await tenCoins()
    const refused = [await scene.refuse(), await scene.refuse(), await scene.refuse()]
    await scene.pay()
    const last = imagesOf(scene.chain.sent.at(-1)!)
    expect(refused.map((images) => isShared(images, last))).toEqual([true, true, true])
  })

  test('payments are free again once a block contains its replacement, and bound again after a reorganisation', async () => {
    const scene = await tenCoins()
    const first = await scene.refuse()
    const [second] = await scene.pay()
    await mine(scene, second!.txid)
    const [third] = await scene.pay()
    expect(isShared(first, imagesOf(scene.chain.sent.at(-1)!))).toBe(false)
    await mine(scene, third!.txid)
    const { store } = scene.wallet
    await store.commit((change) => {
      for (const output of store.outputs.values())
        if (output.spent?.txid === second!.txid) {
          const { spent: _, ...unspent } = output
          change.put(store.outputs, output.key, unspent)
        }
      change.put(store.sent, second!.txid, { ...store.sent.get(second!.txid)!, state: 'failed' })
    })
    await scene.pay()
    const fourth = imagesOf(scene.chain.sent.at(-1)!)
    expect(isShared(first, fourth)).toBe(true)
  })

  test('payments are free again once the user gives it up', async () => {
    const scene = await tenCoins()
    const first = await scene.refuse()
    await scene.freeze(first)
    await expect(scene.pay()).rejects.toMatchObject({ data: 'refused before' })
    const [{ txid } = { txid: '' }] = [...scene.wallet.store.sent.values()]
    expect(await scene.call('abandon_tx', { txid })).toEqual({ result: {} })
    await scene.pay()
    expect(isShared(first, imagesOf(scene.chain.sent.at(-1)!))).toBe(false)
  })

  test('it stays bound after a restart and a rescan', async () => {
    const scene = await tenCoins()
    const first = await scene.refuse()
    await scene.service.close()
    const wallet = await scene.service.open(scene.wallet.name, '')
    const { store } = wallet
    const [record] = [...store.sent.values()]
    expect(record).toMatchObject({ state: 'failed', keyImages: first, txKeys: [{ length: 32 }] })
    const outputs = [...store.outputs.values()]
    const segment = structuredClone(store.blocks.get('0')!)
    const counts = structuredClone(store.outputCounts.get('0')!)
    await store.commit((change) => resetChain(change, wallet, { hard: false }))
    expect(store.outputs.size).toBe(0)
    await store.commit((change) => {
      for (const output of outputs) change.put(store.outputs, output.key, output)
      change.put(store.blocks, '0', segment)
      change.put(store.outputCounts, '0', counts)
    })
    const [made] = await wallet.spend.transfer(scene.request(), { relay: false })
    expect(
      isShared(
        first,
        made!.inputs.map(({ keyImage }) => keyImage!),
      ),
    ).toBe(true)
  })

  test('a sweep spends all of its inputs; a sweep of one output must be one of them', async () => {
    const scene = await tenCoins()
    const first = await scene.refuse()
    const sweepOne = (keyImage: string) =>
      scene.wallet.spend.sweepOne(
        { keyImage, priority: 1, paymentId: undefined, recipients: [scene.payee] },
        { relay: false },
      )
    const other = scene.outputs.find(({ keyImage }) => !first.includes(keyImage!))!
    await expect(sweepOne(other.keyImage!)).rejects.toMatchObject({ data: 'refused before' })
    expect(await sweepOne(first[0]!)).toBeDefined()
    await scene.sweep()
    expect(imagesOf(scene.chain.sent.at(-1)!)).toEqual(expect.arrayContaining(first))
  })

  test('error: its inputs are frozen, so that nothing can exclude it', async () => {
    const scene = await tenCoins()
    const first = await scene.refuse()
    const asked = scene.chain.asked.length
    await scene.freeze(first)
    const [{ txid } = { txid: '' }] = [...scene.wallet.store.sent.values()]
    await expect(scene.pay()).rejects.toMatchObject({
      code: -4,
      message: expect.stringContaining(txid) as string,
      data: 'refused before',
    })
    await expect(scene.sweep()).rejects.toMatchObject({ data: 'refused before' })
    expect(scene.chain.sent).toHaveLength(1)
    expect(scene.chain.asked).toHaveLength(asked)
  })
})
