import { describe, expect, test } from 'vitest'
import type { Transfer } from '../../../web/state/wallet.svelte.ts'
import { PaymentFinder } from '../../../web/background/payments.ts'

const payment = (txid: string, height: bigint, type = 'in') =>
  ({ txid, height, type, amount: 5n }) as Transfer

/** A wallet with the payments `mined`, and its attributes. */
function scene(mined: Transfer[] = []) {
  const attributes = new Map<string, string>()
  let writes = 0
  const client = {
    get_attribute: async ({ key }: { key: string }) => {
      const value = attributes.get(key)
      if (value === undefined) throw new Error('no attribute')
      return { value }
    },
    set_attribute: async ({ key, value }: { key: string; value: string }) => {
      writes++
      attributes.set(key, value)
      return {}
    },
    get_transfers: async ({ min_height = 0n }: { min_height?: bigint }) => ({
      in: mined.filter(({ height }) => height > min_height),
    }),
  }
  type Client = ConstructorParameters<typeof PaymentFinder>[0]
  const finder = () => new PaymentFinder(client as unknown as Client)
  return { mined, finder, writes: () => writes }
}
const idsOf = (found: Transfer[]) => found.map(({ txid }) => txid)

describe('PaymentFinder', () => {
  test('finds nothing at first, and then each new payment once', async () => {
    const { mined, finder, writes } = scene([payment('old', 9n)])
    const one = finder()
    expect(await one.find(10n, [])).toEqual([])
    mined.push(payment('a', 10n), payment('b', 11n))
    expect(idsOf(await one.find(12n, []))).toEqual(['a', 'b'])
    expect(await one.find(12n, [])).toEqual([])
    expect(writes()).toBe(2)
  })

  test('finds what came while the wallet was locked', async () => {
    const { mined, finder } = scene()
    await finder().find(10n, [])
    mined.push(payment('a', 15n))
    expect(idsOf(await finder().find(20n, []))).toEqual(['a'])
    expect(await finder().find(20n, [])).toEqual([])
  })

  test('does not announce a payment of the pool again when it is mined', async () => {
    const { mined, finder } = scene()
    await finder().find(10n, [])
    const pool = [payment('a', 0n, 'pool')]
    expect(idsOf(await finder().find(10n, pool))).toEqual(['a'])
    // The list of another account, without it.
    expect(await finder().find(10n, [])).toEqual([])
    mined.push(payment('a', 10n))
    expect(await finder().find(11n, [])).toEqual([])
    mined.push(payment('b', 11n))
    expect(idsOf(await finder().find(12n, []))).toEqual(['b'])
  })

  test('leaves out mined coins', async () => {
    const { mined, finder } = scene()
    const one = finder()
    await one.find(10n, [])
    mined.push(payment('reward', 10n, 'block'))
    expect(await one.find(11n, [])).toEqual([])
  })

  test('error: an attribute that another program wrote counts as none', async () => {
    const one = new PaymentFinder({
      get_attribute: async () => ({ value: '{"height":"x"}' }),
      set_attribute: async () => ({}),
      get_transfers: async () => ({ in: [payment('a', 5n)] }),
    } as unknown as ConstructorParameters<typeof PaymentFinder>[0])
    expect(await one.find(10n, [])).toEqual([])
  })
})
