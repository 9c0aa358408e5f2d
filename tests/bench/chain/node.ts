/**
 * A node over a generated chain. It supports the calls of a refresh, with the responses of monerod.
 *
 * @module
 */
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeTo } from '#protocol/epee/epee.ts'
import { EpeeWriter } from '#protocol/epee/writer.ts'
import { header, listFlag, types } from '#protocol/epee/types.ts'
import { fakeDaemon } from '../../support/daemons/fake-daemon.ts'
import { answered } from '../../support/daemons/encoded-daemon.ts'
import { emptyProofs } from '../../support/transactions/empty-proofs.ts'
import { blockFields, type MadeChain } from './make.ts'

/** Returns the response to a request body at a path. */
export type AnswerCall = (path: string, body: Uint8Array) => Promise<Uint8Array>

/** @see monero src/cryptonote_config.h COMMAND_RPC_GET_BLOCKS_FAST_MAX_BLOCK_COUNT, _MAX_TX_COUNT */
const most = { blocks: 1000, transactions: 20_000 }

/**
 * Cached block responses by their first height. All wallets request the same heights in every round,
 * and serialising them again would take CPU time from the wallets.
 */
const given = new WeakMap<MadeChain, Map<number, Uint8Array>>()

export function chainNode(chain: MadeChain): AnswerCall {
  const heights = new Map(chain.ids.map((id, height) => [id, height]))
  const daemon = daemonOf(chain)
  const answers = given.get(chain) ?? new Map<number, Uint8Array>()
  given.set(chain, answers)
  return async (path, body) => {
    if (!/^\/get_?blocks\.bin$/.test(path)) return (await answered(daemon, path, body)).answer
    const { block_ids, start_height } = epeeTo(bin.get_blocks.params, body)
    const common = block_ids.map((id) => heights.get(bytesToHex(id))).find((at) => at !== undefined)
    const start = start_height > 0n ? Number(start_height) : common
    if (start === undefined) throw new Error('get_blocks: no block in common')
    // A client that knows the top block receives no blocks.
    const knowsTop = block_ids[0] !== undefined && bytesToHex(block_ids[0]) === chain.ids.at(-1)
    const first = knowsTop ? chain.ids.length : start
    const answer = answers.get(first) ?? blocksFrom(chain, first)
    answers.set(first, answer)
    return answer
  }
}

/** @see monero src/rpc/core_rpc_server.cpp on_get_blocks */
function blocksFrom({ ids, parts, form }: MadeChain, start: number): Uint8Array {
  const fitting = Math.min(most.blocks, Math.ceil(most.transactions / form.transactions))
  const given = parts.slice(start, start + fitting)
  const writer = new EpeeWriter()
  writer.size(given.length > 0 ? 5 : 3)
  if (given.length > 0)
    objects(
      writer,
      'blocks',
      given.map(({ block }) => block),
    )
  number(writer, 'current_height', ids.length)
  if (given.length > 0)
    objects(
      writer,
      'output_indices',
      given.map(({ indices }) => indices),
    )
  number(writer, 'start_height', given.length > 0 ? start : 0)
  name(writer, 'status')
  writer.byte(types.string)
  writer.string(utf8ToBytes('OK'))
  return writer.bytes()
}

function name(writer: EpeeWriter, text: string) {
  writer.byte(text.length)
  writer.put(utf8ToBytes(text))
}

function number(writer: EpeeWriter, of: string, value: number) {
  name(writer, of)
  writer.byte(types.u64)
  writer.scalar('u64', BigInt(value))
}

function objects(writer: EpeeWriter, of: string, written: readonly Uint8Array[]) {
  name(writer, of)
  writer.byte(types.object | listFlag)
  writer.size(written.length)
  for (const each of written) writer.put(each)
}

/** A block with its transactions, each of two inputs and two outputs, and proofs that prove nothing. */
function wholeBlock(part: Uint8Array) {
  const { block, txs } = epeeTo(blockFields, concatBytes(header, part))
  const proofs = emptyProofs(2, 2)
  return { block, txs: txs.map(({ blob }) => ({ blob: concatBytes(blob, proofs) })) }
}

/** All calls except blocks. The pool is empty. */
function daemonOf({ ids, parts }: MadeChain) {
  const height = BigInt(ids.length)
  const now = () => BigInt(Math.floor(Date.now() / 1000))
  const info = async () => ({
    height,
    target_height: 0n,
    nettype: 'fakechain',
    mainnet: false,
    adjusted_time: now(),
    top_block_hash: ids.at(-1)!,
    target: 120n,
    block_weight_limit: 600_000n,
  })
  return fakeDaemon({
    rpc: {
      get_info: info,
      // The version of v0.18. @see monero src/rpc/core_rpc_server_commands_defs.h CORE_RPC_VERSION
      get_version: async () => ({
        version: (3n << 16n) | 10n,
        release: true,
        current_height: height,
      }),
      hard_fork_info: async () => ({ version: 1, enabled: true, earliest_height: 0n }),
      get_fee_estimate: async () => ({
        fee: 20_000n,
        fees: [20_000n, 80_000n, 320_000n, 4_000_000n],
        quantization_mask: 10_000n,
      }),
    },
    json: {
      get_height: async () => ({ height, hash: ids.at(-1)! }),
      get_transactions: async () => ({ txs: [] }),
    },
    bin: {
      get_transaction_pool_hashes: async () => ({ tx_hashes: [] }),
      get_blocks_by_height: async ({ heights }: { heights: bigint[] }) => ({
        blocks: heights.map((height) => wholeBlock(parts[Number(height)]!.block)),
      }),
      get_hashes: async () => ({
        m_block_ids: ids.map((id) => hexToBytes(id)),
        start_height: 0n,
        current_height: height,
      }),
    },
  })
}
