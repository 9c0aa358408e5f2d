/**
 * `sweep_dust` beside monero-wallet-rpc's, over a scripted chain that paid both before RingCT.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeExtra } from '#protocol/chain/extra.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import { completeBlock } from '#protocol/daemon/block.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee.ts'
import { bytes, list, object } from '#protocol/fields.ts'
import type { Daemon } from '../../worker/engine/ports.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { startServer, type Server } from '../bench/server.ts'
import { testCrypto } from '../support/crypto.ts'
import { fakeDaemon } from '../support/fake-daemon.ts'
import type { Result, WalletRpc } from '../support/monerod.ts'
import { restoreOurs, restoreTheirs, type OurWallet } from '../support/same-wallets.ts'
import { Script, type ScriptedTx } from '../support/scripted-chain.ts'
import { testSeed } from '../support/wallet.ts'
import { answered } from '../support/wire-daemon.ts'

const xmr = 1_000_000_000_000n
/** Of which there are enough to mix. */
const mixable = 5n * xmr
const amounts = [3n * xmr, 700_000_000_000n, mixable, 20_000n, 10_000n, 90_000_000n]

const crypto = await testCrypto()
const script = new Script(crypto, keysOfSeed(crypto, testSeed))
const relayed: string[] = []

let server: Server
let ours: OurWallet
let theirs: WalletRpc

beforeAll(async () => {
  script.mine([plainPayment()])
  // The first of each amount, each counted apart from those of RingCT.
  script.blocks[0]!.indices[1] = amounts.map(() => 0n)
  while (script.height < 31) script.mine()
  const plain = BigInt(amounts.length)
  for (const { indices } of script.blocks.slice(1)) indices[0] = indices[0]!.map((at) => at - plain)
  server = await startServer(served(daemon()), async () => undefined)
  ours = await restoreOurs(server.address)
  theirs = await restoreTheirs(server.address, ours)
  await Promise.all([ours.call('refresh'), theirs.call('refresh')])
})
afterAll(async () => {
  await ours?.service.close()
  await theirs?.stop()
  await server?.close()
})

/** A transaction of version 1 that pays the wallet these amounts, each in an output. */
function plainPayment(): ScriptedTx {
  const { viewPublic, spendPublic } = script.ours
  const r = crypto.randomScalar()
  const derivation = crypto.keyDerivation(viewPublic, r)!
  const blob = writeTransaction({
    ...{ version: 1, unlockTime: 0n, signatures: [[new Uint8Array(64)]] },
    inputs: [{ kind: 'key', amount: 10n * xmr, keyOffsets: [0n], keyImage: crypto.hashToPoint(r) }],
    outputs: amounts.map((amount, index) => ({
      ...{ amount, key: crypto.derivePublicKey(derivation, index, spendPublic)! },
    })),
    extra: writeExtra([{ kind: 'publicKey', key: crypto.multiplyBase(r) }]),
  })
  const tx = parseTransaction(blob)
  const txid = bytesToHex(transactionId(tx))
  return { txid, tx, blob, prunableHash: new Uint8Array(32), keyImages: [] }
}

/** Of the scripted chain, with all that a payment of before RingCT asks. */
function daemon(): Daemon {
  const told = script.daemon()
  const { get_info, get_transactions } = told.json
  return fakeDaemon({
    rpc: {
      get_info,
      get_version: async () => ({ version: (3n << 16n) | 10n, release: true }),
      hard_fork_info: async () => ({ version: 16, enabled: true, earliest_height: 0n }),
      get_fee_estimate: async () => ({
        ...{ fee: 20_000n, fees: [20_000n, 80_000n, 320_000n, 4_000_000n] },
        quantization_mask: 10_000n,
      }),
      get_output_histogram: async () => ({ histogram: [{ amount: mixable }] }),
    },
    json: {
      ...{ get_info, get_transactions },
      get_height: async () => ({ height: BigInt(script.height) }),
      send_raw_transaction: async ({ tx_as_hex }: { tx_as_hex: string }) => {
        relayed.push(tx_as_hex)
        return { status: 'OK' }
      },
    },
    bin: {
      get_transaction_pool_hashes: async () => ({ tx_hashes: [] }),
      get_blocks: told.bin.get_blocks as never,
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
      ...{ ...block, pruned: false, txs: block.txs.map(({ blob }) => blob) },
    }))
    return epeeFrom(fields, { status: 'OK', ...answer, blocks })
  }
}

/** What a sweep makes, as far as chance has no part in it. */
function shape({ tx_blob_list, ...made }: Result) {
  const tx = parseTransaction(hexToBytes(tx_blob_list[0]))
  return {
    ...{ amounts: made.amount_list, fees: made.fee_list, weights: made.weight_list },
    ...{ version: tx.version, unlockTime: tx.unlockTime, extra: tx.extra.length },
    inputs: tx.inputs,
    outputs: tx.outputs.map(({ amount, viewTag }) => `${amount} ${typeof viewTag}`).sort(),
  }
}

const make = { do_not_relay: true, get_tx_hex: true, get_tx_metadata: true }

test('sweep_dust makes of the same outputs the same transaction', async () => {
  expect((await ours.call('get_balance')).balance).toBe((await theirs.call('get_balance')).balance)
  const [our, their] = [await ours.call('sweep_dust', make), await theirs.call('sweep_dust', make)]
  expect(shape(our)).toEqual(shape(their))
  expect(shape(our).inputs).toHaveLength(amounts.length - 1)
  expect(relayed).toEqual([])
})

test('either wallet relays what the other made', async () => {
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
