import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../worker/adapters/platform.ts'
import type { Service } from '../../../worker/engine/service.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { pageHost } from '../../../worker/hosts/page-host.ts'
import { silence } from '../../support/chains/minted-chain.ts'
import { fundedWallet } from '../../support/spending/funded-wallet.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { testWallet } from '../../support/wallets/test-wallet.ts'

const xmr = 1_000_000_000_000n
const destinations = [{ address: minerAddress, amount: xmr }]

/** More than one transaction can pay. */
const crowd = Array.from({ length: 16 }, () => ({ address: minerAddress, amount: xmr / 10n }))

async function funded() {
  const scene = await fundedWallet([10n * xmr, 20n * xmr])
  return { ...scene, host: pageHost(scene.service) }
}

async function reviewed(to = destinations) {
  const scene = await funded()
  const outcome = await scene.host.review('transfer_split', { destinations: to })
  if ('error' in outcome) throw new Error(outcome.error.message)
  return { ...scene, review: outcome.result }
}

/** Until another wallet is in the place of this one. */
async function replaced(service: Service, wallet: Wallet) {
  while (service.wallet === wallet) await systemClock.sleep(0)
}

describe('a payment under review', () => {
  test('shows its sums, and nothing is sent', async () => {
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

  test('is sent as it was shown, once', async () => {
    const { host, review, wallet } = await reviewed()
    const sent = await host.send(review.id)
    const [record] = [...wallet.store.sent.values()]
    expect(sent).toEqual({
      result: { txids: [record!.txid], undecided: [], refused: undefined },
    })
    expect(record).toMatchObject({ fee: review.fee, change: review.change, amountOut: xmr })
    expect(await host.send(review.id)).toEqual({
      error: { code: -1, message: 'This payment is not waiting any more' },
    })
    expect(wallet.store.sent.size).toBe(1)
  })

  test('says which of its transactions got no answer, and the wallet keeps them all', async () => {
    const { host, chain, review, wallet } = await reviewed(crowd)
    chain.send = silence
    const sent = await host.send(review.id)
    expect(wallet.store.sent.size).toBe(2)
    expect(sent).toEqual({
      result: { txids: [], undecided: [...wallet.store.sent.keys()], refused: undefined },
    })
    for (const { state } of wallet.store.sent.values()) expect(state).toBe('journaled')
  })

  test('says what left before the daemon refused the rest, which is forgotten', async () => {
    const { host, chain, review, wallet } = await reviewed(crowd)
    chain.send = async () =>
      chain.sent.length === 1 ? { status: 'OK' } : { status: 'Failed', fee_too_low: true }
    const sent = await host.send(review.id)
    expect(sent).toEqual({
      result: {
        txids: [...wallet.store.sent.keys()],
        undecided: [],
        refused: {
          code: -4,
          message: 'Failed to commit tx.',
          data: 'transaction was rejected by daemon (fee too low)',
        },
      },
    })
    expect(wallet.store.sent.size).toBe(1)
    expect(await host.send(review.id)).toHaveProperty('error')
  })

  test('error: refused as a whole, it leaves nothing behind', async () => {
    const { host, chain, review, wallet } = await reviewed(crowd)
    chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    expect(await host.send(review.id)).toMatchObject({ error: { code: -4 } })
    expect(chain.sent).toHaveLength(1)
    expect(wallet.store.sent.size).toBe(0)
    expect([...wallet.store.outputs.values()].every(({ spent }) => spent === undefined)).toBe(true)
  })

  test('is sent once when it is told to twice', async () => {
    const { host, chain, review } = await reviewed()
    const [first, second] = await Promise.all([host.send(review.id), host.send(review.id)])
    expect(first).toHaveProperty('result')
    expect(second).toHaveProperty('error')
    expect(chain.sent).toHaveLength(1)
  })

  test('is gone once discarded, and when the wallet closes', async () => {
    const first = await reviewed()
    first.host.discard(first.review.id)
    expect(await first.host.send(first.review.id)).toHaveProperty('error')

    const second = await reviewed()
    await second.host.call('close_wallet', {})
    expect(await second.host.send(second.review.id)).toHaveProperty('error')
  })

  test('error: another wallet was opened before it was built', async () => {
    const { host, service, wallet, chain } = await funded()
    const { bin } = chain.daemon
    const get_outs = bin.get_outs.bind(bin)
    bin.get_outs = async (params) => {
      await replaced(service, wallet)
      return get_outs(params)
    }
    const building = host.review('transfer_split', { destinations })
    await testWallet({ name: 'next' }, service)
    expect(await building).toEqual({ error: { code: -13, message: 'No wallet file' } })
  })

  test('is of its wallet alone: another that is opened meanwhile sends none of it', async () => {
    const { host, service, chain, review, wallet } = await reviewed(crowd)
    let opening: Promise<Wallet> | undefined
    chain.send = async () => {
      opening ??= testWallet({ name: 'next' }, service)
      await replaced(service, wallet)
      return silence()
    }
    const sent = await host.send(review.id)
    expect(sent).toEqual({
      result: {
        txids: [],
        undecided: [...wallet.store.sent.keys()],
        refused: { code: -13, message: 'No wallet file' },
      },
    })
    expect(chain.sent).toHaveLength(1)
    expect((await opening!).store.sent.size).toBe(0)
  })

  test('error: more than there is', async () => {
    const { host, wallet } = await reviewed()
    const tooMuch = [{ address: minerAddress, amount: 31n * xmr }]
    expect(await host.review('transfer_split', { destinations: tooMuch })).toMatchObject({
      error: { code: -17 },
    })
    expect(wallet.store.sent.size).toBe(0)
  })
})
