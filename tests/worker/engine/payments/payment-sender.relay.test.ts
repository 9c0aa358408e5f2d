/** Transactions that are sent from their metadata. */
import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { timedOut } from '../../../support/chains/minted-chain.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()

describe('relay', () => {
  const metadata = async () => {
    const [signed] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    return { signed: signed!, bytes: signed!.metadata() }
  }

  test('sends and records a transaction from its metadata', async () => {
    const { signed, bytes } = await metadata()
    expect(await scene.wallet.spend.relay(bytes)).toBe(signed.txid)
    const relayed = scene.state()
    expect(relayed.sent).toMatchObject([
      {
        state: 'pending',
        blob: signed.tx.blob,
        txKeys: signed.txKeys,
        amountIn: 10n * xmr,
        change: 9n * xmr - signed.fee,
      },
    ])
    expect(parseTransaction(hexToBytes(scene.chain.sent[0]!)).blob).toEqual(signed.tx.blob)
  })

  test('returns the same id for a second call, and records one transaction', async () => {
    const { signed, bytes } = await metadata()
    await scene.wallet.spend.relay(bytes)
    expect(await scene.wallet.spend.relay(bytes)).toBe(signed.txid)
    expect(scene.state().sent.length).toBe(1)
  })

  test('error: a refusal after an attempt without an answer keeps the record', async () => {
    const { signed, bytes } = await metadata()
    scene.chain.send = timedOut
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({ code: -4 })
    const noted = structuredClone(scene.state())
    expect(noted.sent).toMatchObject([{ txid: signed.txid, state: 'journaled' }])
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({
      data: 'transaction was rejected by daemon (double spend)',
    })
    expect(scene.state()).toEqual(noted)
  })

  test('succeeds when the daemon refuses a transaction that it has', async () => {
    const { signed, bytes } = await metadata()
    scene.chain.send = timedOut
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({ code: -4 })
    scene.chain.known.add(signed.txid)
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    expect(await scene.wallet.spend.relay(bytes)).toBe(signed.txid)
    expect(scene.state().sent[0]!.state).toBe('pending')
  })

  test('error: the metadata is cut short, has an extra byte or is empty', async () => {
    const { bytes } = await metadata()
    for (const wrong of [bytes.subarray(0, -1), Uint8Array.of(...bytes, 0), new Uint8Array()])
      await expect(scene.wallet.spend.relay(wrong)).rejects.toMatchObject({
        code: -27,
        message: 'Failed to parse tx metadata.',
      })
    expect(scene.chain.sent).toEqual([])
  })

  test('error: the amounts do not balance', async () => {
    const { signed, bytes } = await metadata()
    const at = 1 + signed.tx.blob.length + 8
    const wrong = bytes.slice()
    wrong[at]! ^= 1
    await expect(scene.wallet.spend.relay(wrong)).rejects.toMatchObject({
      code: -27,
      data: 'input and output amounts do not balance',
    })
    expect(scene.chain.sent).toEqual([])
  })

  test('error: the transaction is of another wallet', async () => {
    const { bytes } = await metadata()
    await scene.wallet.store.commit((change) => {
      for (const key of scene.wallet.store.outputs.keys())
        change.delete(scene.wallet.store.outputs, key)
    })
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({
      code: -4,
      data: 'it spends no output of this wallet',
    })
    expect(scene.chain.sent).toEqual([])
  })

  test('error: storage fails, with its own message; nothing is sent', async () => {
    const { bytes } = await metadata()
    scene.files.beforeWrite = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    }
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({
      code: -1,
      message: 'The wallet could not be stored: SQLITE_FULL',
      data: 'storage: failed',
    })
    expect(scene.chain.sent).toEqual([])
    scene.files.beforeWrite = () => {}
    await scene.wallet.spend.relay(bytes)
    expect(scene.chain.sent.length).toBe(1)
  })

  test('error: the daemon refuses the transaction', async () => {
    const { signed, bytes } = await metadata()
    const { outputs } = structuredClone(scene.state())
    scene.chain.send = async () => ({ status: 'Failed', too_big: true })
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({
      code: -4,
      message: 'Failed to commit tx.',
      data: 'transaction was rejected by daemon (too big)',
    })
    const failed = { txid: signed.txid, state: 'failed', txKeys: signed.txKeys }
    expect(scene.state()).toMatchObject({ sent: [failed], outputs })
    expect(scene.spent()).toEqual([])
  })
})
