import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { Construction, RecipientAmount } from '#protocol/interchange/construction.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { openUnsignedSet, sealUnsignedSet } from '../../../../worker/engine/cold/unsigned-set.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { newGroup } from '../../../support/multisig/spendable-group.ts'
import { verifierOver } from '../../../support/transactions/verify-transaction.ts'
import { InMemoryChainView } from '../../../support/chains/in-memory-chain-view.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const scene = payingScene()
const sweep = (params = {}) => dispatch(scene.service, 'sweep_dust', params)
const one = Uint8Array.of(1, ...new Uint8Array(31))

type Plain = { amount: bigint; frozen?: boolean }

/** Gives the wallet outputs from before RingCT. The histogram of the daemon lists the amounts in `mixable`. */
async function withPlainOutputs(...outputs: Plain[]) {
  const { store } = scene.wallet
  const view = new InMemoryChainView(crypto)
  view.height = 400n
  // The tail reward, by which 20 000 piconero a byte are enough.
  view.generatedCoins = 2n ** 64n - 1n
  for (const { amount, frozen = false } of outputs) {
    const minted = scene.mint.output({ amount, height: 50n })
    const place = view.plain(amount, hexToBytes(minted.key))
    const record = { ...minted, ringct: false, mask: one, frozen }
    await store.commit((change) =>
      change.put(store.outputs, record.key, { ...record, globalIndex: place }),
    )
  }
  const asked: unknown[] = []
  const mixable = new Set<bigint>()
  scene.chain.daemon.rpc.get_output_histogram = async (params) => {
    asked.push(params)
    return { histogram: [...mixable].map((amount) => ({ amount })) } as never
  }
  return { asked, mixable, judge: verifierOver(crypto, view) }
}

/** The same wallet without its spend key, over the same chain. */
async function viewing() {
  const service = await testService(
    { daemon: { address: 'fake', trusted: true } },
    { connect: () => scene.chain.daemon },
  )
  const { spendSecret: _, ...secrets } = structuredClone(scene.wallet.secrets)
  const view = await testWallet({ secrets }, service)
  await view.store.commit((change) => {
    const { outputs, blocks } = scene.wallet.store
    for (const [key, output] of outputs.rows) change.put(view.store.outputs, key, output)
    for (const [key, block] of blocks.rows) change.put(view.store.blocks, key, block)
  })
  const call = (method: string, params = {}) =>
    dispatch(service, method, params) as Promise<{ result?: Record<string, unknown> }>
  return { view, call }
}

const forgetKeyImages = ({ store }: Wallet) =>
  store.commit((change) => {
    for (const [key, { keyImage: _, ...output }] of store.outputs.rows)
      change.put(store.outputs, key, output)
  })

const nothing = {
  result: {
    tx_hash_list: [],
    tx_key_list: [],
    amount_list: [],
    amounts_by_dest_list: [],
    fee_list: [],
    weight_list: [],
    tx_blob_list: [],
    tx_metadata_list: [],
    multisig_txset: '',
    unsigned_txset: '',
    spent_key_images_list: [],
  },
}

describe('sweep_dust', () => {
  test('spends an unmixable output in a valid transaction of version 1', async () => {
    const { judge } = await withPlainOutputs({ amount: 3n * xmr })
    const { result } = (await sweep({ get_tx_hex: true, get_tx_keys: true })) as {
      result: { tx_hash_list: string[]; tx_blob_list: string[] }
    }
    expect(result).toMatchObject({
      // By hand: a trial of 337 bytes pays for 337, then 491 and 453 are needed.
      amount_list: [2_999_990_180_000n],
      fee_list: [9_820_000n],
      weight_list: [453n],
      amounts_by_dest_list: [{ amounts: [2_999_990_180_000n] }],
      tx_key_list: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      unsigned_txset: '',
    })
    expect(scene.chain.sent).toEqual(result.tx_blob_list)
    expect(judge(result.tx_blob_list[0]!)).toBe('accepted')

    const tx = parseTransaction(hexToBytes(result.tx_blob_list[0]!))
    expect(tx.version).toBe(1)
    expect(tx.inputs).toMatchObject([{ amount: 3n * xmr, keyOffsets: [0n] }])
    expect(tx.outputs.map(({ amount }) => amount).sort((a, b) => Number(a - b))).toEqual([
      80_000n,
      100_000n,
      90_000_000n,
      900_000_000n,
      9_000_000_000n,
      90_000_000_000n,
      900_000_000_000n,
      2_000_000_000_000n,
    ])
    expect(scene.wallet.store.sent.get(result.tx_hash_list[0]!)).toMatchObject({
      state: 'pending',
      amountIn: 3n * xmr,
      fee: 9_820_000n,
      change: 0n,
      destinations: [{ address: scene.wallet.primaryAddress, amount: 2_999_990_180_000n }],
    })
    expect(await sweep()).toEqual(nothing)
  })

  test('spends several outputs in one transaction, including outputs below the fee', async () => {
    const amounts = [10_000n, 2n * xmr, 1n, xmr]
    const { judge } = await withPlainOutputs(...amounts.map((amount) => ({ amount })))
    const { result } = (await sweep({ get_tx_hex: true })) as {
      result: { tx_blob_list: string[]; fee_list: bigint[]; amount_list: bigint[] }
    }
    expect(result.fee_list[0]! + result.amount_list[0]!).toBe(3n * xmr + 10_001n)
    const [blob] = result.tx_blob_list
    expect(judge(blob!)).toBe('accepted')
    expect(parseTransaction(hexToBytes(blob!)).inputs).toHaveLength(4)
  })

  test('relays a stored transaction later', async () => {
    const { judge } = await withPlainOutputs({ amount: 3n * xmr })
    const { result } = (await sweep({ do_not_relay: true, get_tx_metadata: true })) as {
      result: { tx_hash_list: string[]; tx_metadata_list: string[] }
    }
    expect(scene.chain.sent).toEqual([])
    const relayed = await dispatch(scene.service, 'relay_tx', { hex: result.tx_metadata_list[0] })
    expect(relayed).toEqual({ result: { tx_hash: result.tx_hash_list[0] } })
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
  })

  test.each(['sweep_dust', 'sweep_unmixable'])('%s spends no RingCT outputs', async (name) => {
    expect(await dispatch(scene.service, name)).toEqual(nothing)
    expect(scene.chain.sent).toEqual([])
  })

  test('leaves out mixable and frozen outputs', async () => {
    const { asked, mixable } = await withPlainOutputs({ amount: 3n * xmr })
    mixable.add(3n * xmr)
    expect(await sweep()).toEqual(nothing)
    expect(asked).toEqual([{ amounts: [3n * xmr], min_count: 16n, unlocked: true }])
    await withPlainOutputs({ amount: 5n * xmr, frozen: true })
    const { asked: again, mixable: still } = await withPlainOutputs()
    still.add(3n * xmr)
    expect(await sweep()).toEqual(nothing)
    expect(again).toMatchObject([{ amounts: [3n * xmr] }])
  })

  test('sends no amounts to an untrusted daemon', async () => {
    await dispatch(scene.service, 'set_daemon', { address: 'fake:1' })
    const { asked, mixable } = await withPlainOutputs({ amount: 3n * xmr })
    mixable.add(3n * xmr)
    expect(await sweep()).toEqual(nothing)
    expect(asked).toMatchObject([{ amounts: [] }])
  })

  test('makes an unsigned set for a view-only wallet, which the full wallet signs', async () => {
    const { judge } = await withPlainOutputs({ amount: 3n * xmr }, { amount: xmr })
    const { view, call } = await viewing()
    const { result: made } = await call('sweep_dust')
    expect(made).toMatchObject({ fee_list: [11_900_000n], unsigned_txset: expect.any(String) })
    expect(scene.chain.sent).toEqual([])
    const { unsigned_txset } = made!

    const described = await dispatch(scene.service, 'describe_transfer', { unsigned_txset })
    expect(described).toMatchObject({
      result: { desc: [{ amount_in: 4n * xmr, fee: 11_900_000n, recipients: [{}], ring_size: 1 }] },
    })
    const signed = await dispatch(scene.service, 'sign_transfer', { unsigned_txset })
    const { signed_txset } = (signed as { result: Record<string, string> }).result
    const { result: sent } = await call('submit_transfer', { tx_data_hex: signed_txset })
    expect(sent!.tx_hash_list).toHaveLength(1)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    expect([...view.store.outputs.values()].filter(({ spent }) => spent)).toHaveLength(2)
  })

  test('makes an unsigned set for a view-only wallet without key images', async () => {
    await withPlainOutputs({ amount: 3n * xmr }, { amount: xmr })
    const { view, call } = await viewing()
    await forgetKeyImages(view)
    const { result: made } = await call('sweep_dust')
    expect(made).toMatchObject({ fee_list: [11_900_000n] })
    const { unsigned_txset } = made!
    expect(await dispatch(scene.service, 'sign_transfer', { unsigned_txset })).toHaveProperty(
      'result',
    )
  })

  test.each(['known', 'not known'])('error: a multisig wallet, key images %s', async (known) => {
    await withPlainOutputs({ amount: 3n * xmr })
    const { store, info } = scene.wallet
    if (known === 'not known') await forgetKeyImages(scene.wallet)
    const [member] = await newGroup(2, 2)
    const { multisig } = member!.service.wallet!.secrets
    const { spendSecret: _, ...secrets } = scene.wallet.secrets
    await store.commit((change) => {
      change.setValue(store.info, { ...info, kind: 'multisig', multisigEnabled: true })
      change.setValue(store.secrets, { ...secrets, multisig: multisig! })
    })
    expect(await sweep()).toEqual({
      error: { code: -4, message: 'Multisig wallets cannot spend non rct outputs' },
    })
    await withPlainOutputs()
    await store.commit((change) => {
      for (const [key, output] of store.outputs.rows)
        if (!output.ringct) change.delete(store.outputs, key)
    })
    expect(await sweep()).toEqual(nothing)
    expect(scene.chain.sent).toEqual([])
  })

  test('error: sign_transfer refuses a set that pays other recipients', async () => {
    await withPlainOutputs({ amount: 3n * xmr })
    const { view, call } = await viewing()
    const { result: made } = await call('sweep_dust')
    const { secrets, ports, store } = view
    const set = await openUnsignedSet(ports, secrets, hexToBytes(made!.unsigned_txset as string))
    const [asked] = set!.constructions
    const stranger = (paid: RecipientAmount) => ({ ...paid, spendKey: scene.payee.spendKey })
    const sign = async (changed: Partial<Construction>) => {
      const sealed = await sealUnsignedSet(ports, store, [{ ...asked!, ...changed }])
      const unsigned_txset = bytesToHex(sealed)
      return dispatch(scene.service, 'sign_transfer', { unsigned_txset })
    }
    const refused = (why: string) => ({
      error: { code: -42, message: `Failed to sign unsigned tx: ${why}` },
    })
    const payments = asked!.payments.map(stranger)
    expect(await sign({ payments, outputs: asked!.outputs.map(stranger) })).toEqual(
      refused('it pays others from outputs of before RingCT'),
    )
    expect(await sign({ outputs: asked!.outputs.map(stranger) })).toEqual(
      refused('its outputs are not the payments it names'),
    )
    expect(await sign({ change: payments[0]! })).toEqual(
      refused('it pays others from outputs of before RingCT'),
    )
    expect(await sign({ ringct: true })).toEqual(refused('its range proofs are not those of today'))
    expect(await sign({})).toHaveProperty('result')
  })
})
