import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (method: string, params: object = {}) => dispatch(scene.service, method, params)

describe('transfer_split', () => {
  test('sends to more recipients than one transaction holds, and returns a row for each', async () => {
    const destinations = Array.from({ length: 16 }, (_, i) => ({
      address: scene.wallet.primaryAddress,
      amount: xmr / 10n + BigInt(i),
    }))
    const outcome = await call('transfer_split', { destinations, get_tx_keys: true })
    const { sent } = scene.state()
    expect(sent).toHaveLength(2)
    expect(outcome).toEqual({
      result: {
        tx_hash_list: sent.map(({ txid }) => txid),
        tx_key_list: [expect.any(String), expect.any(String)],
        amount_list: sent.map(({ amountOut }) => amountOut),
        amounts_by_dest_list: sent.map((record) => ({
          amounts: record.destinations.map(({ amount }) => amount),
        })),
        fee_list: sent.map(({ fee }) => fee),
        weight_list: [expect.any(BigInt), expect.any(BigInt)],
        tx_blob_list: [],
        tx_metadata_list: [],
        multisig_txset: '',
        unsigned_txset: '',
        spent_key_images_list: sent.map(({ keyImages }) => ({ key_images: keyImages })),
      },
    })
  })

  test('returns bytes and metadata when they are requested', async () => {
    const destinations = [{ address: scene.wallet.primaryAddress, amount: xmr }]
    const params = { destinations, get_tx_hex: true, get_tx_metadata: true }
    expect(await call('transfer_split', params)).toMatchObject({
      result: {
        tx_blob_list: scene.chain.sent,
        tx_metadata_list: [expect.stringMatching(/^01/)],
        tx_key_list: [],
      },
    })
  })

  test('error: more than the balance, and no transaction is sent', async () => {
    const destinations = [{ address: scene.wallet.primaryAddress, amount: 40n * xmr }]
    expect(await call('transfer_split', { destinations })).toEqual({
      error: { code: -17, message: 'not enough money' },
    })
    expect(scene.chain.sent).toEqual([])
  })
})
