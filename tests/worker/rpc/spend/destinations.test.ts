import { beforeEach, describe, expect, test } from 'vitest'
import { formatAddress } from '#protocol/address.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { fundedWallet, type Funded } from '../../../support/spending/funded-wallet.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { recordOf } from '../../../support/network/dns-over-https-server.ts'

const xmr = 1_000_000_000_000n
const crypto = await testCrypto()
const keys = ownRecipient(crypto, newSecrets(crypto), { account: 0, address: 0 })
const to = formatAddress({ network: 'mainnet', kind: 'standard', ...keys })
const paymentId = '0123456789abcdef'
const integrated = formatAddress({ network: 'mainnet', kind: 'integrated', ...keys, paymentId })
const elsewhere = formatAddress({ network: 'stagenet', kind: 'standard', ...keys })

let funded: Funded
let asked: string[]
beforeEach(async () => {
  funded = await fundedWallet([10n * xmr, 20n * xmr])
  asked = []
  const zone: { [name: string]: string } = {
    'shop.example': to,
    'me.shop.example': integrated,
    'stage.example': elsewhere,
    'unsigned.example': to,
  }
  funded.service.ports.lookUpText = async (name) => {
    asked.push(name)
    if (name === 'away.example') throw new Error('the resolver answered HTTP 500')
    const found = zone[name]
    const records = found === undefined ? [] : [recordOf(found).join('')]
    return { records, isAuthentic: name !== 'unsigned.example' }
  }
})
const call = (method: string, params: object = {}) => dispatch(funded.service, method, params)
const pay = (address: string) => ({ destinations: [{ address, amount: xmr }] })

describe('an OpenAlias name as an address', () => {
  test.each([
    ['transfer', pay('shop.example')],
    ['transfer_split', pay('shop.example')],
    ['sweep_all', { address: 'shop.example' }],
  ])('%s pays the address that the name resolves to', async (method, params) => {
    expect(await call(method, params)).toHaveProperty('result')
    const { result } = (await call('get_transfers', { pending: true })) as {
      result: { pending: { destinations: { address: string }[] }[] }
    }
    expect(result.pending[0]!.destinations.map(({ address }) => address)).toEqual([to])
    expect(asked).toEqual(['shop.example'])
  })

  test('transfer takes the payment id of a resolved integrated address', async () => {
    await call('transfer', pay('me@shop.example'))
    const { result } = (await call('get_transfers', { pending: true })) as {
      result: { pending: { payment_id: string }[] }
    }
    expect(result.pending[0]!.payment_id).toBe(paymentId)
  })

  test('the address book stores the address that the name resolves to', async () => {
    await call('add_address_book', { address: 'shop.example' })
    await call('edit_address_book', { index: 0, set_address: true, address: 'me@shop.example' })
    expect(await call('get_address_book')).toMatchObject({
      result: { entries: [{ address: integrated, payment_id: paymentId }] },
    })
  })

  test('verify checks a signature by the address of a name', async () => {
    const { primaryAddress } = funded.wallet
    funded.service.ports.lookUpText = async () => ({
      records: [recordOf(primaryAddress).join('')],
      isAuthentic: true,
    })
    const { result } = (await call('sign', { data: 'x' })) as { result: { signature: string } }
    expect(
      await call('verify', { data: 'x', address: 'me.example', signature: result.signature }),
    ).toMatchObject({ result: { good: true } })
  })

  const generic = 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: destinations[0].address'
  test.each([
    ['unsigned.example', 'Invalid DNSSEC for unsigned.example'],
    ['unknown.example', generic],
    ['stage.example', generic],
    ['away.example', generic],
  ])('error: %s is not paid', async (name, message) => {
    expect(await call('transfer', pay(name))).toMatchObject({ error: { code: -2, message } })
    expect(funded.chain.sent).toEqual([])
  })

  test('error: a mistyped address is not sent to the resolver', async () => {
    expect(await call('transfer', pay(to.slice(0, -1)))).toMatchObject({ error: { code: -2 } })
    expect(asked).toEqual([])
  })

  test('error: verify reports an unsigned name as invalid DNSSEC', async () => {
    expect(await call('verify', { data: 'x', address: 'unsigned.example' })).toMatchObject({
      error: { code: -2, message: 'Invalid DNSSEC for unsigned.example' },
    })
    expect(await call('verify', { data: 'x', address: 'unknown.example' })).toMatchObject({
      error: { code: -2, message: '' },
    })
  })

  test('error: names do not resolve without a resolver', async () => {
    funded.service.ports.lookUpText = undefined
    expect(await call('transfer', pay('shop.example'))).toMatchObject({
      error: { code: -2, message: generic },
    })
  })
})
