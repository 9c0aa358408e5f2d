import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../../worker/adapters/platform.ts'
import type { Service } from '../../../../../worker/engine/service.ts'
import type { Wallet } from '../../../../../worker/engine/wallet.ts'
import { timedOut } from '../../../../support/chains/minted-chain.ts'
import { fundedWallet } from '../../../../support/spending/funded-wallet.ts'
import { minerAddress } from '../../../../support/programs/monerod.ts'
import { pageClient } from '../../../../support/wallets/page-client.ts'
import { createdWallets } from '../../../../support/wallets/recorded-seeds.ts'
import { testWallet } from '../../../../support/wallets/test-wallet.ts'

const xmr = 1_000_000_000_000n
const destinations = [{ address: minerAddress, amount: xmr }]

/** More recipients than one transaction holds. */
const crowd = Array.from({ length: 16 }, () => ({ address: minerAddress, amount: xmr / 10n }))

async function funded() {
  const scene = await fundedWallet([10n * xmr, 20n * xmr])
  return { ...scene, page: pageClient(scene.service) }
}

async function reviewed(to = destinations) {
  const scene = await funded()
  const review = await scene.page.review_transfer({ destinations: to })
  return { ...scene, review }
}

/** Waits until the service has another open wallet. */
async function replaced(service: Service, wallet: Wallet) {
  while (service.wallet === wallet) await systemClock.sleep(0)
}

describe('a payment under review', () => {
  test('returns its sums and sends no transaction', async () => {
    const { review, wallet } = await reviewed()
    expect(review).toMatchObject({ amount: xmr, transactions: 1 })
    expect(review.fee).toBeGreaterThan(0n)
    const { outputs } = wallet.store
    const spent = review.amount + review.fee + review.change
    expect([10n * xmr, 20n * xmr, 30n * xmr]).toContain(spent)
    expect(review.inputs).toBe(spent === 30n * xmr ? 2 : 1)
    expect([...outputs.values()].every((output) => output.spent === undefined)).toBe(true)
    expect(wallet.store.sent.size).toBe(0)
    expect(JSON.stringify(Object.keys(review))).not.toMatch(/metadata|blob|key/)
  })

  test('lists recipients once, what is left, and how long the change is locked', async () => {
    const { review } = await reviewed(crowd)
    expect(review.transactions).toBe(2)
    expect(review.recipients).toEqual([{ address: minerAddress, amount: (16n * xmr) / 10n }])
    expect(review.balance_left).toBe(30n * xmr - review.amount - review.fee)
    expect(review.spendable_left).toBe(review.balance_left - review.change)
    expect(review.blocks_to_unlock).toBe(10n)
  })

  test('subtracts the fee from the recipients that pay it', async () => {
    const { page } = await funded()
    const two = [destinations[0]!, { address: createdWallets[0]!.address, amount: xmr }]
    const review = await page.review_transfer({
      destinations: two,
      subtract_fee_from_outputs: [0, 1],
    })
    expect(review.amount + review.fee).toBe(2n * xmr)
    expect(review.recipients.map(({ amount }) => amount)).toEqual([
      xmr - (review.fee + 1n) / 2n,
      xmr - review.fee / 2n,
    ])
  })

  test('is sent as reviewed, and only once', async () => {
    const { page, review, wallet } = await reviewed()
    const sent = await page.send_reviewed(review)
    const [record] = [...wallet.store.sent.values()]
    expect(sent).toEqual({ txids: [record!.txid], undecided: [], refused: undefined })
    expect(record).toMatchObject({ fee: review.fee, change: review.change, amountOut: xmr })
    await expect(page.send_reviewed(review)).rejects.toMatchObject({
      code: -1,
      message: 'id: expected a payment under review. It was sent or discarded; create it again.',
    })
    expect(wallet.store.sent.size).toBe(1)
  })

  test('reports transactions without an answer, and the wallet keeps all of them', async () => {
    const { page, chain, review, wallet } = await reviewed(crowd)
    chain.send = timedOut
    const sent = await page.send_reviewed(review)
    expect(wallet.store.sent.size).toBe(2)
    expect(sent).toEqual({
      txids: [],
      undecided: [...wallet.store.sent.keys()],
      refused: undefined,
    })
    for (const { state } of wallet.store.sent.values()) expect(state).toBe('journaled')
  })

  test('reports the transactions sent before a refusal; the refused one stays as failed', async () => {
    const { page, chain, review, wallet } = await reviewed(crowd)
    chain.send = async () =>
      chain.sent.length === 1 ? { status: 'OK' } : { status: 'Failed', fee_too_low: true }
    const sent = await page.send_reviewed(review)
    const [first, ...others] = wallet.store.sent.values()
    expect(sent).toEqual({
      txids: [first!.txid],
      undecided: [],
      refused: {
        code: -4,
        message: 'Failed to commit tx.',
        data: 'transaction was rejected by daemon (fee too low)',
      },
    })
    expect(others).toMatchObject([{ state: 'failed' }])
    await expect(page.send_reviewed(review)).rejects.toMatchObject({ code: -1 })
  })

  test('error: a refused payment stays as failed and leaves no spent output', async () => {
    const { page, chain, review, wallet } = await reviewed(crowd)
    chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    await expect(page.send_reviewed(review)).rejects.toMatchObject({ code: -4 })
    expect(chain.sent).toHaveLength(1)
    expect([...wallet.store.sent.values()]).toMatchObject([{ state: 'failed' }])
    expect([...wallet.store.outputs.values()].every(({ spent }) => spent === undefined)).toBe(true)
  })

  test('is sent once if send is called twice', async () => {
    const { page, chain, review } = await reviewed()
    const sending = [page.send_reviewed(review), page.send_reviewed(review)]
    const [first, second] = await Promise.allSettled(sending)
    expect(first?.status).toBe('fulfilled')
    expect(second?.status).toBe('rejected')
    expect(chain.sent).toHaveLength(1)
  })

  test('is removed when it is discarded and when the wallet closes', async () => {
    const first = await reviewed()
    await first.page.discard_reviewed(first.review)
    await expect(first.page.send_reviewed(first.review)).rejects.toMatchObject({ code: -1 })

    const second = await reviewed()
    await second.page.close_wallet({})
    await expect(second.page.send_reviewed(second.review)).rejects.toMatchObject({ code: -1 })
  })

  test('error: another wallet opens before the payment is built', async () => {
    const { page, service, wallet, chain } = await funded()
    const { bin } = chain.daemon
    const get_outs = bin.get_outs.bind(bin)
    bin.get_outs = async (params) => {
      await replaced(service, wallet)
      return get_outs(params)
    }
    const building = page.review_transfer({ destinations })
    const refused = expect(building).rejects.toMatchObject({ code: -13, message: 'No wallet file' })
    await testWallet({ name: 'next' }, service)
    await refused
  })

  test('sends no further transaction when another wallet opens meanwhile', async () => {
    const { page, service, chain, review, wallet } = await reviewed(crowd)
    let opening: Promise<Wallet> | undefined
    chain.send = async () => {
      opening ??= testWallet({ name: 'next' }, service)
      await replaced(service, wallet)
      return timedOut()
    }
    const sent = await page.send_reviewed(review)
    expect(sent).toEqual({
      txids: [],
      undecided: [...wallet.store.sent.keys()],
      refused: { code: -13, message: 'No wallet file' },
    })
    expect(chain.sent).toHaveLength(1)
    expect((await opening!).store.sent.size).toBe(0)
  })

  test('error: the amount is above the balance', async () => {
    const { page, wallet } = await reviewed()
    const tooMuch = [{ address: minerAddress, amount: 31n * xmr }]
    await expect(page.review_transfer({ destinations: tooMuch })).rejects.toMatchObject({
      code: -17,
    })
    expect(wallet.store.sent.size).toBe(0)
  })
})
