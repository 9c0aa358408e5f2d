import { afterAll, describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from '#protocol/address.ts'
import { textLookup } from '../../../../worker/adapters/name-lookup.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { recordOf, startResolver } from '../../../support/network/dns-over-https-server.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const base = parseAddress(minerAddress)!
const written = {
  mainnet: minerAddress,
  testnet: formatAddress({ ...base, network: 'testnet' }),
  stagenet: formatAddress({ ...base, network: 'stagenet' }),
  subaddress: formatAddress({ ...base, kind: 'subaddress' }),
  integrated: formatAddress({ ...base, kind: 'integrated', paymentId: '0123456789abcdef' }),
}
const invalid = {
  valid: false,
  integrated: false,
  subaddress: false,
  nettype: '',
  openalias_address: '',
}
const valid = { ...invalid, valid: true, nettype: 'mainnet' }

const service = await testService()
await testWallet({}, service)
const call = (params: object) => dispatch(service, 'validate_address', params)

describe('validate_address', () => {
  test.each([
    ['a standard address', { address: written.mainnet }, valid],
    ['a subaddress', { address: written.subaddress }, { ...valid, subaddress: true }],
    ['an integrated address', { address: written.integrated }, { ...valid, integrated: true }],
    ['another network', { address: written.stagenet }, invalid],
    [
      'another network, if any is allowed',
      { address: written.stagenet, any_net_type: true },
      { ...valid, nettype: 'stagenet' },
    ],
    [
      'testnet, if any is allowed',
      { address: written.testnet, any_net_type: true },
      { ...valid, nettype: 'testnet' },
    ],
    ['no address', {}, invalid],
    ['a name, without a resolver', { address: 'donate.example', allow_openalias: true }, invalid],
    ['a wrong checksum', { address: written.mainnet.replace(/.$/, '9') }, invalid],
    ['an address cut short', { address: written.mainnet.slice(0, -1) }, invalid],
    [
      'a key that is no point',
      { address: formatAddress({ ...base, spendKey: new Uint8Array(32).fill(2) }) },
      invalid,
    ],
  ])('%s', async (_, params, result) => {
    expect(await call(params)).toEqual({ result })
  })

  test('needs no wallet for any network', async () => {
    const params = { address: written.testnet, any_net_type: true }
    expect(await dispatch(await testService(), 'validate_address', params)).toHaveProperty(
      'result.nettype',
      'testnet',
    )
  })

  test('reports addresses of a private chain as mainnet', async () => {
    const regtest = await testService({ network: 'fakechain' })
    await testWallet({ network: 'fakechain' }, regtest)
    const params = { address: written.mainnet }
    expect(await dispatch(regtest, 'validate_address', params)).toEqual({ result: valid })
  })

  test('error: no wallet is open', async () => {
    expect(await dispatch(await testService(), 'validate_address', {})).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })
})

describe('validate_address of a name', async () => {
  const resolver = await startResolver({
    'donate.example': { records: [recordOf(written.mainnet)] },
    'me.shop.example': { records: ['v=spf1 -all', recordOf(written.integrated)] },
    'several.example': { records: [recordOf(written.subaddress), recordOf(written.mainnet)] },
    'test.example': { records: [recordOf(written.testnet)] },
    'unsigned.example': { records: [recordOf(written.mainnet)], isSigned: false },
    'wrong.example': { records: [recordOf(written.mainnet.replace(/.$/, '9'))] },
    'nothing.example': { records: [] },
  })
  afterAll(() => resolver.stop())
  const asking = await testService({}, { lookUpText: textLookup(resolver.url) })
  await testWallet({}, asking)
  const named = (address: string, more = {}) =>
    dispatch(asking, 'validate_address', { address, allow_openalias: true, ...more })
  const of = (openalias_address: string) => ({ ...valid, openalias_address })

  test.each([
    ['donate.example', of(written.mainnet)],
    ['me@shop.example', { ...of(written.integrated), integrated: true }],
    ['several.example', { ...of(written.subaddress), subaddress: true }],
    ['test.example', invalid],
    ['unsigned.example', invalid],
    ['wrong.example', invalid],
    ['nothing.example', invalid],
    ['unknown.example', invalid],
  ])('%s', async (address, result) => {
    expect(await named(address)).toEqual({ result })
  })

  test('accepts an address of another network if any is allowed', async () => {
    expect(await named('test.example', { any_net_type: true })).toEqual({
      result: { ...of(written.testnet), nettype: 'testnet' },
    })
  })

  test('resolves no address, no mistyped address, and no text that is not a name', async () => {
    const before = resolver.asked.length
    expect(await named(written.mainnet)).toEqual({ result: valid })
    expect(await named(written.mainnet.slice(0, -1))).toEqual({ result: invalid })
    expect(await named('donate.example', { allow_openalias: false })).toEqual({ result: invalid })
    expect(resolver.asked).toHaveLength(before)
  })
})
