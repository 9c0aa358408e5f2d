import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { chosenParams, coinChoiceOf } from '../../../../web/state/coins/coin-choice.svelte.ts'
import type { Coin } from '../../../../web/state/coins/coin-filter.ts'
import { coinListOf } from '../../../../web/state/coins/coin-list.svelte.ts'
import { Split } from '../../../../web/state/coins/split.svelte.ts'
import { Sweep } from '../../../../web/state/coins/sweep.svelte.ts'
import type { WalletState } from '../../../../web/state/wallet.svelte.ts'

const coin = (key: string, fields: Partial<Coin> = {}) =>
  ({ key, key_image: `${key}${key}`, amount: 2n, state: 'unspent', ...fields }) as Coin
const [a, b, frozen, spent] = [
  coin('a'),
  coin('b'),
  coin('c', { state: 'frozen' }),
  coin('d', { state: 'spent' }),
]
const review = { id: 'r', amount: 5n, fee: 1n, change: 2n, inputs: 1, transactions: 1, links: [] }
type Asked = Record<string, unknown> & { key_images: string[] }
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** An open wallet whose calls are recorded. @param answers - Replace those of single calls. */
function open(answers: Record<string, unknown> = {}) {
  const asked: [name: string, params: Asked][] = []
  const known: Record<string, unknown> = {
    check_coins: { amount: 4n, count: 2, links: [] },
    get_coins: { coins: [a, b, frozen, spent] },
    review_sweep: review,
    review_split: review,
    create_address: { address_indices: [5, 6] },
    validate_address: { valid: false },
    discard_reviewed: {},
    freeze_coins: {},
    ...answers,
  }
  const ask = (name: string) => async (params: Asked) => {
    asked.push([name, params])
    const answer = await known[name]
    if (answer instanceof Error) throw answer
    return answer
  }
  const client = new Proxy({}, { get: (_, name) => ask(String(name)) })
  const session = { client, wallet: undefined as unknown }
  const addresses = { addresses: [{ address: 'primary' }] }
  const wallet = { session, account: 0, addresses } as unknown as WalletState
  session.wallet = wallet
  return { wallet, asked, choice: coinChoiceOf(wallet), list: coinListOf(wallet) }
}

describe('the chosen coins', () => {
  test('are checked by the engine, and used once the user says so', async () => {
    const { wallet, choice, asked } = open()
    choice.toggle(a!)
    choice.toggle(b!)
    expect(choice).toMatchObject({ count: 2, sum: 4n, isSpendable: true, keyImages: ['aa', 'bb'] })
    await turns()
    expect(choice.checked).toMatchObject({ amount: 4n })
    expect(asked.at(-1)).toEqual(['check_coins', { account_index: 0, key_images: ['aa', 'bb'] }])
    expect(chosenParams(wallet, 0)).toEqual({})
    choice.isForPayment = true
    expect(chosenParams(wallet, 0)).toEqual({ key_images: ['aa', 'bb'] })
    expect(chosenParams(wallet, 1)).toEqual({})
    choice.toggle(a!)
    expect(chosenParams(wallet, 0)).toEqual({ key_images: ['bb'] })
    choice.toggle(b!)
    expect(chosenParams(wallet, 0)).toEqual({})
    choice.toggle(a!)
    expect(chosenParams(wallet, 0), 'chosen anew, not yet for a payment').toEqual({})
  })

  test('contain no spent coin; a frozen one can be thawed, not spent', async () => {
    const { choice, asked } = open()
    choice.choose([a!, frozen!, spent!])
    expect(choice).toMatchObject({ count: 2, frozen: 1, isSpendable: false })
    await turns()
    expect(asked).toEqual([])
  })

  test('follow the list: spent coins leave, new states count', async () => {
    const { choice, list, asked } = open()
    choice.choose([a!, coin('d'), coin('gone')])
    choice.isForPayment = true
    await list.read()
    expect([...choice.coins.keys()]).toEqual(['a'])
    expect(choice.isForPayment).toBe(true)
    await turns()
    const checks = asked.filter(([name]) => name === 'check_coins')
    expect(checks.map(([, { key_images }]) => key_images.length)).toEqual([3, 1])
    await list.read()
    await turns()
    expect(asked.filter(([name]) => name === 'check_coins')).toHaveLength(2)
  })

  test('are dropped for another account', async () => {
    const { choice, list, wallet } = open()
    choice.choose([a!])
    choice.isForPayment = true
    wallet.account = 1
    await list.read()
    expect(choice).toMatchObject({ count: 0, isForPayment: false })
  })

  test('error: the engine refuses them', async () => {
    const refusal = new RpcError('GENERIC_TRANSFER_ERROR', 'x', 'chosen: spent')
    const { choice } = open({ check_coins: refusal })
    choice.choose([a!])
    await turns()
    expect(choice.error).toBe('A chosen coin cannot be spent any more. Choose the coins again.')
    expect(choice.checked).toBeUndefined()
  })
})

describe('a sweep', () => {
  const swept = async (prepare: (sweep: Sweep) => void, chosen: Coin[] = []) => {
    const { wallet, asked, choice } = open()
    if (chosen.length > 0) choice.choose(chosen)
    const sweep = new Sweep(wallet)
    sweep.to = 'theirs'
    prepare(sweep)
    expect(sweep.ready).toBe(true)
    await sweep.prepare()
    expect(sweep).toMatchObject({ step: 'review', review })
    return asked.find(([name]) => name === 'review_sweep')![1]
  }

  test('names the coins in one way', async () => {
    const common = { account_index: 0, priority: 0, address: 'theirs' }
    expect(await swept(() => {})).toEqual({ ...common, subaddr_indices_all: true })
    const address = (sweep: Sweep) => Object.assign(sweep, { what: 'address', address: '3' })
    expect(await swept(address)).toEqual({ ...common, subaddr_indices: [3] })
    const below = (sweep: Sweep) => Object.assign(sweep, { what: 'below', below: '0.5' })
    expect(await swept(below)).toEqual({
      ...common,
      subaddr_indices_all: true,
      below_amount: 500_000_000_000n,
    })
    expect(await swept(() => {}, [a!])).toEqual({ ...common, key_images: ['aa'] })
    expect(await swept((sweep) => Object.assign(sweep, { isOwn: true }))).toMatchObject({
      address: 'primary',
    })
  })

  test('is not ready without a recipient, an address or a limit', async () => {
    const sweep = new Sweep(open().wallet)
    expect(sweep.ready).toBe(false)
    sweep.to = 'nobody'
    expect(sweep.ready).toBe(true)
    for (const given of [{ what: 'address' }, { what: 'below' }, { what: 'below', below: '0' }])
      expect(Object.assign(sweep, given).ready, JSON.stringify(given)).toBe(false)
    sweep.what = 'account'
    await sweep.checkRecipient()
    expect(sweep.ready).toBe(false)
  })

  test('is discarded when the form is left while it is built', async () => {
    let built = (_: unknown) => {}
    const { wallet, asked } = open({ review_sweep: new Promise((resolve) => (built = resolve)) })
    const sweep = Object.assign(new Sweep(wallet), { to: 'theirs' })
    const preparing = sweep.prepare()
    sweep.revise()
    built(review)
    await preparing
    expect(sweep).toMatchObject({ step: 'form', review: undefined })
    expect(asked.at(-1)).toEqual(['discard_reviewed', { id: 'r' }])
  })

  test('error: the coins do not cover the fee', async () => {
    const refusal = new RpcError('NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money')
    const sweep = Object.assign(new Sweep(open({ review_sweep: refusal }).wallet), { to: 'x' })
    await sweep.prepare()
    expect(sweep).toMatchObject({
      step: 'form',
      error: 'These coins are worth less than the fee to send them.',
    })
  })
})

describe('a split', () => {
  const typed = (fields: Partial<Record<keyof Split, unknown>>, wallet = open().wallet) =>
    Object.assign(new Split(wallet), fields)

  test('of everything has no amounts; of an amount it has equal ones', () => {
    expect(typed({ parts: '3' }).amounts).toEqual([])
    const third = typed({ parts: '3', how: 'amount', amount: '0.000000000010' })
    expect(third.amounts).toEqual([4n, 3n, 3n])
    const sizes = typed({ parts: '2', how: 'sizes', sizes: ['1', '0.5', ''] })
    expect(sizes.amounts).toEqual([1_000_000_000_000n, 500_000_000_000n])
  })

  test.each([
    { parts: '1' },
    { parts: '16' },
    { parts: '2.5' },
    { parts: '' },
    { how: 'amount', amount: '' },
    { how: 'amount', amount: '0' },
    { how: 'sizes', sizes: ['1', '0', '1', '1'] },
    { isChosen: true },
  ])('error: is not ready with %j', (fields) => expect(typed(fields).ready).toBe(false))

  test('creates new addresses once, and uses them for the next attempt', async () => {
    const { wallet, asked, choice } = open()
    choice.choose([a!])
    const split = typed({ parts: '2', isApart: true }, wallet)
    await split.prepare()
    split.revise()
    await split.prepare()
    const calls = asked.filter(([name]) => name !== 'check_coins' && name !== 'discard_reviewed')
    const reviewed = {
      account_index: 0,
      address_indices: [5, 6],
      amounts: [],
      priority: 0,
      key_images: ['aa'],
    }
    expect(calls).toEqual([
      ['create_address', { account_index: 0, count: 2, label: 'Part of a split' }],
      ['review_split', reviewed],
      ['review_split', reviewed],
    ])
  })
})
