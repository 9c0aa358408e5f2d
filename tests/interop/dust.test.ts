/**
 * What spends outputs of before RingCT beside monero-wallet-rpc's, over a scripted chain that paid both:
 * `sweep_dust` those that nothing mixes with, transfers and sweeps the others.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { writeExtra } from '#protocol/chain/extra.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import { completeBlock } from '#protocol/daemon/block.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { bytes, list, object } from '#protocol/fields.ts'
import type { Daemon } from '../../worker/engine/base/ports.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { checkAdmission, readSubmitted } from '../../proxy/node/verify/admission.ts'
import { VerifiedRings } from '../../proxy/node/verify/verified-rings.ts'
import { startServer, type Server } from '../bench/server.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { fakeDaemon } from '../support/daemons/fake-daemon.ts'
import { InMemoryChainView } from '../support/chains/in-memory-chain-view.ts'
import type { Result, WalletRpc } from '../support/programs/monerod.ts'
import {
  restoreOurs,
  restoreTheirs,
  type OurWallet,
} from '../support/wallet-comparison/restore-both.ts'
import { ScriptedChain, type ScriptedTx } from '../support/chains/scripted-chain.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'
import { answered } from '../support/daemons/encoded-daemon.ts'
import { atFileEnd } from '../support/programs/file-end.ts'

const xmr = 1_000_000_000_000n
/** Of which there are enough to mix. */
const mixable = 5n * xmr
const amounts = [3n * xmr, 700_000_000_000n, mixable, 20_000n, 10_000n, 90_000_000n]

/** Outputs of the mixable amount; ours is the first. */
const mixableCount = 40n

const crypto = await testCrypto()
const view = new InMemoryChainView(crypto)
view.height = 400n
// The tail reward, by which 20 000 piconero a byte are enough.
view.generatedCoins = 2n ** 64n - 1n
const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
const relayed: string[] = []

let server: Server
let ours: OurWallet
let theirs: WalletRpc

beforeAll(async () => {
  const payment = plainPayment()
  view.plain(mixable, payment.tx.outputs[amounts.indexOf(mixable)]!.key)
  while (view.outputCount(mixable) < mixableCount)
    view.plain(mixable, crypto.multiplyBase(crypto.randomScalar()))
  script.mine([payment])
  // The first of each amount, each counted apart from those of RingCT.
  script.blocks[0]!.indices[1] = amounts.map(() => 0n)
  while (script.height < 31) script.mine()
  server = await startServer(served(daemon()), async () => undefined)
  atFileEnd(() => server.close())
  ours = await restoreOurs(server.address)
  theirs = await restoreTheirs(server.address, ours)
  await Promise.all([ours.call('refresh'), theirs.call('refresh')])
})

/** A transaction of version 1 that pays the wallet these amounts, each in an output. */
function plainPayment(): ScriptedTx {
  const { viewPublic, spendPublic } = script.ours
  const r = crypto.randomScalar()
  const derivation = crypto.keyDerivation(viewPublic, r)!
  const blob = writeTransaction({
    version: 1,
    unlockTime: 0n,
    signatures: [[new Uint8Array(64)]],
    inputs: [{ kind: 'key', amount: 10n * xmr, keyOffsets: [0n], keyImage: crypto.hashToPoint(r) }],
    outputs: amounts.map((amount, index) => ({
      amount,
      key: crypto.derivePublicKey(derivation, index, spendPublic)!,
    })),
    extra: writeExtra([{ kind: 'publicKey', key: crypto.multiplyBase(r) }]),
  })

  const tx = parseTransaction(blob)
  const txid = bytesToHex(transactionId(tx))
  return { txid, tx, blob, prunableHash: new Uint8Array(32), whole: blob, keyImages: [] }
}

/** Of the scripted chain, with all that a payment of before RingCT asks. */
function daemon(): Daemon {
  const daemon = script.daemon()
  const { get_info } = daemon.rpc
  const { get_transactions } = daemon.json
  return fakeDaemon({
    rpc: {
      get_info,
      get_version: async () => ({ version: (3n << 16n) | 10n, release: true }),
      hard_fork_info: async () => ({ version: 16, enabled: true, earliest_height: 0n }),
      get_fee_estimate: async () => ({
        fee: 20_000n,
        fees: [20_000n, 80_000n, 320_000n, 4_000_000n],
        quantization_mask: 10_000n,
      }),
      get_output_histogram: async () => ({
        histogram: [
          {
            amount: mixable,
            total_instances: mixableCount,
            unlocked_instances: mixableCount,
            recent_instances: 3n,
          },
        ],
      }),
    },
    json: {
      get_transactions,
      is_key_image_spent: async ({ key_images }: { key_images: string[] }) => ({
        spent_status: key_images.map(() => 0),
      }),
      get_height: async () => ({ height: BigInt(script.height) }),
      send_raw_transaction: async ({ tx_as_hex }: { tx_as_hex: string }) => {
        relayed.push(tx_as_hex)
        return { status: 'OK' }
      },
    },
    bin: {
      get_outs: async ({ outputs }: { outputs: { amount: bigint; index: bigint }[] }) => ({
        outs: outputs.map(({ amount, index }) => {
          const { key, commitment: mask } = view.outputs(amount, [index])[0]!
          return { key, mask, unlocked: true, height: 50n, txid: new Uint8Array(32) }
        }),
      }),
      get_transaction_pool_hashes: async () => ({ tx_hashes: [] }),
      get_blocks: daemon.bin.get_blocks as never,
    },
  })
}

/** Whole transactions stand in blocks by themselves; who asks for pruned ones gets them in another form. */
function served(of: Daemon) {
  const blobs = object({ ...completeBlock.inside.fields, txs: list(bytes) })
  const fields = { ...bin.get_blocks.result, blocks: list(blobs) }
  return async (path: string, body: Uint8Array) => {
    const isBlocks = /^\/get_?blocks\.bin$/.test(path)
    const params = isBlocks ? epeeTo(bin.get_blocks.params, body) : undefined
    if (!params || params.prune) return (await answered(of, path, body)).answer
    const answer = script.answer(params)
    const blocks = answer.blocks.map((block) => ({
      ...block,
      pruned: false,
      txs: block.txs.map(({ blob }) => blob),
    }))
    return epeeFrom(fields, { status: 'OK', ...answer, blocks })
  }
}

/** What a node says that keeps the rules of version 16. */
function judge(hex: string) {
  const tx = readSubmitted(hexToBytes(hex))
  if ('flags' in tx) return tx
  const id = bytesToHex(transactionId(tx))
  const outcome = checkAdmission(
    { crypto, verified: new VerifiedRings(crypto) },
    { tx, id },
    view,
    false,
  )
  return 'flags' in outcome ? outcome : 'accepted'
}

/** What spends one output that is mixed, as far as chance has no part in it. */
function mixedShape(made: Result) {
  const blob = made.tx_blob ?? made.tx_blob_list[0]
  const { version, extra, inputs, outputs, ringct } = parseTransaction(hexToBytes(blob))
  return {
    amount: made.amount,
    fee: made.fee,
    weight: made.weight,
    version,
    extra: extra.length,
    type: ringct!.type,
    feeInside: ringct!.fee,
    inputs: inputs.map((input) =>
      input.kind === 'key'
        ? { ...input, keyOffsets: input.keyOffsets.length, isFirst: input.keyOffsets[0] }
        : undefined,
    ),
    outputs: outputs.map(({ amount, viewTag }) => `${amount} ${typeof viewTag}`),
  }
}

/** Key image of the output that can be mixed. */
async function mixableImage(): Promise<string> {
  const { transfers } = await ours.call('incoming_transfers', { transfer_type: 'all' })
  return transfers.find(({ amount }: Result) => amount === mixable).key_image
}

/** What a sweep makes, as far as chance has no part in it. */
function shape({ tx_blob_list, ...made }: Result) {
  const tx = parseTransaction(hexToBytes(tx_blob_list[0]))
  return {
    amounts: made.amount_list,
    fees: made.fee_list,
    weights: made.weight_list,
    version: tx.version,
    unlockTime: tx.unlockTime,
    extra: tx.extra.length,
    inputs: tx.inputs,
    outputs: tx.outputs.map(({ amount, viewTag }) => `${amount} ${typeof viewTag}`).sort(),
  }
}

const make = { do_not_relay: true, get_tx_hex: true, get_tx_metadata: true }

test('sweep_single makes the same transaction from mixable outputs, and nodes accept it', async () => {
  const params = { address: ours.wallet.primaryAddress, key_image: await mixableImage(), ...make }
  const [our, their] = [
    await ours.call('sweep_single', params),
    await theirs.call('sweep_single', params),
  ]
  expect(mixedShape(our)).toEqual(mixedShape(their))
  expect(mixedShape(our).inputs).toMatchObject([{ amount: mixable, keyOffsets: 16, isFirst: 0n }])
  expect([our, their].map(({ tx_blob }) => judge(tx_blob))).toEqual(['accepted', 'accepted'])
})

test('transfer makes the same transaction from mixable outputs, and nodes accept it', async () => {
  const image = await mixableImage()
  const { transfers } = await ours.call('incoming_transfers', { transfer_type: 'all' })
  const others = transfers.map(({ key_image }: Result) => key_image as string)
  const both = async (method: string) => {
    for (const key_image of others)
      if (key_image !== image)
        for (const wallet of [ours, theirs]) await wallet.call(method, { key_image })
  }
  await both('freeze')
  const destinations = [{ amount: xmr, address: ours.wallet.primaryAddress }]
  const [our, their] = [
    await ours.call('transfer', { destinations, ...make }),
    await theirs.call('transfer', { destinations, ...make }),
  ]
  expect(mixedShape(our)).toEqual(mixedShape(their))
  expect([our, their].map(({ tx_blob }) => judge(tx_blob))).toEqual(['accepted', 'accepted'])
  await both('thaw')
})

test('error: both wallets report too few decoys for an output', async () => {
  const { transfers } = await ours.call('incoming_transfers', { transfer_type: 'all' })
  const { key_image } = transfers.find(({ amount }: Result) => amount === amounts[0])
  const params = { address: ours.wallet.primaryAddress, key_image, ...make }
  const said = await Promise.all(
    [ours, theirs].map((wallet) =>
      wallet.call('sweep_single', params).then(
        () => 'made',
        (error: Error) => error.message.replace(/^sweep_single: /, ''),
      ),
    ),
  )
  expect(said[0]).toBe(said[1])
})

test('monero-wallet-rpc signs the set of a view-only wallet, and nodes accept it', async () => {
  const viewing = await restoreOurs(server.address, { viewOnly: true })
  await viewing.call('refresh')
  const exported = await theirs.call('export_key_images', { all: true })
  await viewing.call('import_key_images', { signed_key_images: exported.signed_key_images })
  const { unsigned_txset } = await viewing.call('sweep_single', {
    address: ours.wallet.primaryAddress,
    key_image: await mixableImage(),
  })

  const described = await theirs.call('describe_transfer', { unsigned_txset })
  expect(described.desc).toMatchObject([{ amount_in: mixable, ring_size: 16n }])
  const signed = await theirs.call('sign_transfer', { unsigned_txset, export_raw: true })
  expect(signed.tx_raw_list.map(judge)).toEqual(['accepted'])
  const again = await ours.call('sign_transfer', { unsigned_txset, export_raw: true })
  expect(again.tx_raw_list.map(judge)).toEqual(['accepted'])
  await viewing.service.close()
})

test('sweep_dust makes the same transaction from the same outputs', async () => {
  expect((await ours.call('get_balance')).balance).toBe((await theirs.call('get_balance')).balance)
  const [our, their] = [await ours.call('sweep_dust', make), await theirs.call('sweep_dust', make)]
  expect(shape(our)).toEqual(shape(their))
  expect(shape(our).inputs).toHaveLength(amounts.length - 1)
  expect(relayed).toEqual([])
})

test('each wallet relays transactions of the other', async () => {
  const [our, their] = [await ours.call('sweep_dust', make), await theirs.call('sweep_dust', make)]
  const relay = (wallet: OurWallet | WalletRpc, { tx_metadata_list }: Result) =>
    wallet.call('relay_tx', { hex: tx_metadata_list[0] })
  expect(await relay(ours, their)).toEqual({ tx_hash: their.tx_hash_list[0] })
  expect(await relay(theirs, our)).toEqual({ tx_hash: our.tx_hash_list[0] })
  expect(relayed).toEqual([their.tx_blob_list[0], our.tx_blob_list[0]])
  for (const wallet of [ours, theirs]) {
    const { out, pending = out } = await wallet.call('get_transfers', { pending: true })
    expect(pending).toHaveLength(1)
  }
})
