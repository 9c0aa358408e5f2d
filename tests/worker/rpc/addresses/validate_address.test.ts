import { describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from '#protocol/address.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerAddress } from '../../../support/monerod.ts'
import { testService, testWallet } from '../../../support/wallet.ts'

const base = parseAddress(minerAddress)!
const written = {
  mainnet: minerAddress,
  testnet: formatAddress({ ...base, network: 'testnet' }),
  stagenet: formatAddress({ ...base, network: 'stagenet' }),
  subaddress: formatAddress({ ...base, kind: 'subaddress' }),
  integrated: formatAddress({ ...base, kind: 'integrated', paymentId: '0123456789abcdef' }),
}
const invalid = {
  ...{ valid: false, integrated: false, subaddress: false },
  ...{ nettype: '', openalias_address: '' },
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
      'another network, when any may be',
      { address: written.stagenet, any_net_type: true },
      { ...valid, nettype: 'stagenet' },
    ],
    [
      'testnet, when any may be',
      { address: written.testnet, any_net_type: true },
      { ...valid, nettype: 'testnet' },
    ],
    ['nothing', {}, invalid],
    [
      'a name to look up, which it never does',
      { address: 'donate.example', allow_openalias: true },
      invalid,
    ],
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

  test('calls the addresses of a private chain those of mainnet', async () => {
    const regtest = await testService({ network: 'fakechain' })
    await testWallet({ network: 'fakechain' }, regtest)
    const params = { address: written.mainnet }
    expect(await dispatch(regtest, 'validate_address', params)).toEqual({ result: valid })
  })

  test('error: the network of no wallet', async () => {
    expect(await dispatch(await testService(), 'validate_address', {})).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })
})
