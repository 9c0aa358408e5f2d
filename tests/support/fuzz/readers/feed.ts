/**
 * Files of the scan feed.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { readChunk, writeChunk } from '#protocol/feed/chunk.ts'
import { RpcError } from '#protocol/errors.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { indexName, InvalidFeed } from '#protocol/feed/feed-index.ts'
import { placeOf, readMembers, writeMemberFile } from '#protocol/feed/member-file.ts'
import { readGroup, writeGroup, type GroupOutput } from '#protocol/feed/member-group.ts'
import { InvalidDaemonData } from '../../../../worker/engine/base/daemon-errors.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { ChunkSlices } from '../../../../worker/engine/scan/read-chunk.ts'
import { blocksIn } from '../../../../worker/engine/scan/slice.ts'
import { ScriptedChain } from '../../chains/scripted-chain.ts'
import { scriptedFeed } from '../../feed/scripted-feed.ts'
import { mutate, numberEdges, type Corpus } from '../../mutation/mutate-bytes.ts'
import { testSeed } from '../../wallets/test-wallet.ts'
import { crypto } from '../crypto.ts'
import type { Draw } from '../draw.ts'
import { HostileWriter } from '../hostile-writer.ts'
import { altered } from '../inputs/mixed.ts'
import { attempt, requireSame, type FuzzedReader } from '../reader.ts'

function drawGroup(draw: Draw): Uint8Array {
  const count = 1 + draw.below(draw.oneIn(8) ? 128 : 6)
  const writer = new HostileWriter(draw).byte(count).keys(2 * count)
  let before = -1n
  for (let left = count; left > 0;) {
    const run = 1 + draw.below(left)
    // Neighbouring runs differ.
    const lock = before === 0n || draw.oneIn(4) ? draw.u64() : 0n
    writer.varint(run).varint(lock === before && !draw.lies() ? lock + 1n : lock)
    before = lock
    left -= run
  }
  return concatBytes(writer.bytes(), new Uint8Array(draw.below(4)))
}

function ringGroup(bytes: Uint8Array): boolean {
  const outputs = attempt(() => readGroup(bytes), ChainError)
  if (!outputs) return false
  const written = writeGroup(outputs)
  requireSame('a group', written, bytes.subarray(0, written.length))
  requireSame('what follows', bytes.subarray(written.length), bytes.slice(written.length).fill(0))
  requireInFile(outputs, bytes)
  return true
}

/** The group as a part of a file: only its own bytes lead to the root. */
function requireInFile(outputs: readonly GroupOutput[], bytes: Uint8Array) {
  const { bytes: all, ...made } = writeMemberFile(0, outputs)
  const file = { ...made, digest: '', bytes: all.length }
  const { offset, length } = placeOf(file, 0)
  readMembers(file, 0, all.subarray(offset, offset + length))
  const other = attempt(() => readMembers(file, 0, bytes), InvalidFeed, ChainError)
  if (other && bytes.length !== length) throw new Error('a group of another length is accepted')
}

/** Chunks of both kinds: payments, spends and a payment id in the clear. */
function scriptedChunks(): Uint8Array[] {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  const paymentId = new Uint8Array(32).fill(7)
  const paid = script.pay({
    payments: [{ to: { account: 0, address: 1 }, amount: 7n }, { amount: 1n }],
  })
  script.mine([paid]).mine([script.pay({ payments: [{ amount: 1n }], paymentId, unlockTime: 9n })])
  script.mine([script.pay({ payments: [{ amount: 1n }], spends: [paid.keyImages[0]!] })])
  return [...scriptedFeed(script, 4)].flatMap(([name, bytes]) =>
    name === indexName ? [] : [bytes],
  )
}

const chunks: Corpus = { originals: scriptedChunks(), edges: numberEdges }

function chunk(bytes: Uint8Array): boolean {
  const read = attempt(() => readChunk(bytes), ChainError)
  if (read) requireSame('a chunk', writeChunk(read), bytes)
  const kind = read?.kind ?? (bytes[4] === 1 ? 'scan' : 'complete')
  const network = read?.network ?? 'fakechain'
  const slices = attempt(
    () => slicesOf(new ChunkSlices(new Uint8Array(bytes), crypto, network, kind)),
    ChainError,
    InvalidDaemonData,
    RpcError,
  )
  if (slices && !read) throw new Error('a scan accepts bytes that are not a chunk')
  if (slices && read && slices !== read.blocks.length) throw new Error('a scan leaves out blocks')
  return read !== undefined
}

function slicesOf(chunk: ChunkSlices): number {
  let blocks = 0
  for (let slice = chunk.next(); slice; slice = chunk.next()) blocks += blocksIn(slice)
  return blocks
}

export const feedReaders: readonly FuzzedReader[] = [
  {
    name: 'feed-chunk',
    reads: 'chunks of the scan feed: `readChunk`, `ChunkSlices`',
    from: 'daemon',
    inputs: 'chunks of both kinds, mutated',
    holds: 'a chunk is written as it was read; a scan reads no other one, and all of its blocks',
    share: 20,
    input: (draw) => (draw.oneIn(8) ? draw.pick(chunks.originals) : mutate(draw.below, chunks)),
    read: chunk,
  },
  {
    name: 'ring-group',
    reads: 'ring members of the scan feed: `readGroup`, `readMembers`',
    from: 'daemon',
    inputs: 'groups of any size, runs of locks that are too long, equal or missing; then mutated',
    holds: 'a group is written as it was read; one that does not lead to the root is refused',
    share: 20,
    input: altered(drawGroup),
    read: ringGroup,
  },
]
