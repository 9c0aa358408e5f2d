import { describe, expect, test } from 'vitest'
import { formatAddress } from '#protocol/address.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const onNetwork = (network: 'mainnet' | 'stagenet') => {
  const { spendKey, viewKey } = scene.payee
  return formatAddress({ network, kind: 'standard', spendKey, viewKey })
}
const sweep = (params: object = {}) =>
  dispatch(scene.service, 'sweep_all', { address: onNetwork('mainnet'), ...params })

describe('sweep_all', () => {
  test('sends the whole balance and leaves no change', async () => {
    const outcome = await sweep()
    const [record] = scene.state().sent
    expect(outcome).toMatchObject({ result: { amount_list: [30n * xmr - record!.fee] } })
    expect(record).toMatchObject({ change: 0n, amountIn: 30n * xmr })
  })

  test('sends only outputs below an amount', async () => {
    await sweep({ below_amount: 15n * xmr })
    expect(scene.spent().map(({ amount }) => amount)).toEqual([10n * xmr])
  })

  test.each([
    [{ outputs: 0 }, -16, 'Amount of outputs should be greater than 0.'],
    [{ outputs: 17 }, -4, 'transaction was not constructed'],
    [{ below_amount: xmr }, -4, 'The smallest amount found is not below the specified threshold'],
    [{ account_index: 1 }, -4, 'No unlocked balance in the specified account'],
    [{ subaddr_indices: [3] }, -4, 'No unlocked balance in the specified subaddress(es)'],
  ])('error: %s', async (params, code, message) => {
    expect(await sweep(params)).toEqual({ error: { code, message } })
  })

  test('error: an address of another network names its field', async () => {
    expect(await sweep({ address: onNetwork('stagenet') })).toMatchObject({
      error: { code: -2, data: 'address is of stagenet, the wallet of mainnet' },
    })
  })
})
