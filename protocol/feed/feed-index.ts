/**
 * What a feed has: `index.json`, and lists of chunks that never change. `docs/scan-feed.md` describes both.
 *
 * The index is short however long the chain is: 256 chunks at a time are a list of their own.
 *
 * @module
 */
import type { Network } from '../address.ts'
import { choice, FieldError, list, object, text, u32, type TypeOf } from '../fields.ts'
import { JsonError, parseJson, stringifyJson } from '../json/json.ts'
import { chunkBlocks } from './chunk.ts'
import type { FeedKind } from './row.ts'

/** Below the address of a server. A static host has the files of a feed there. */
export const feedPath = '/feed/v1/'

export const indexName = 'index.json'

/** Chunks of a list: about half a year of blocks. */
export const chunksPerList = 256

const digest = text.describe('SHA-256 of the file in hex.')
const file = object({ digest, bytes: u32.describe('Length of the file.') })
const chunks = list(object({ complete: file, scan: file }))
const memberFiles = list(
  object({
    digest,
    bytes: u32.describe('Length of the file.'),
    root: text.describe('Root of the tree of its groups, SHA-256 in hex.'),
    first: u32.describe('Global index of its first RingCT output.'),
    outputs: u32.describe('Number of its RingCT outputs.'),
  }),
)

const index = object({
  format: u32.describe('1'),
  network: choice('mainnet', 'testnet', 'stagenet', 'fakechain'),
  blocks: u32.describe('Blocks of a chunk.'),
  first: u32.describe('Height of the first block of the first chunk.'),
  lists: list(digest).describe('Digests of the lists of the first chunks.'),
  chunks: chunks.describe('The chunks after those of the lists.'),
  members: object({
    lists: list(digest).describe('Digests of the lists of the first member files.'),
    files: memberFiles.describe('The member files after those of the lists.'),
  })
    .optional()
    .describe('Member files of the first chunks.'),
})

/** A file of the feed. `digest`: SHA-256 in 64 hex digits. */
export type FeedFile = { digest: string; bytes: number }

/** A file of a chunk: its rows, or its ring members. */
export type FileKind = FeedKind | 'members'

/** The two files of one chunk. */
export type ChunkFiles = Record<FeedKind, FeedFile>

/** The ring members of one chunk. */
export type MemberFile = FeedFile & {
  /** Root of the tree of its groups, 32 bytes in hex. */
  root: string
  /** Global index of its first RingCT output. */
  first: number
  /** Number of RingCT outputs. */
  outputs: number
}

/** All chunks of a feed. Number `at` begins at height `first + at * blocks`. */
export type FeedIndex = {
  network: Network
  /** Blocks of a chunk. */
  blocks: number
  /** Height of the first block. */
  first: number
  chunks: ChunkFiles[]
}

/** Member files as the index has them: digests of lists, and the files after those. */
export type MemberIndex = { lists: readonly string[]; files: readonly MemberFile[] }

/** An index without the chunks of its lists. `members`: those of the first chunks; undefined for none. */
export type IndexHead = FeedIndex & {
  lists: readonly string[]
  members?: MemberIndex | undefined
}

/** An index, a list or a file of the feed is not one. The message says why. */
export class InvalidFeed extends Error {
  override name = 'InvalidFeed'
}

export const emptyIndex = (network: Network, first = 0, blocks = chunkBlocks): FeedIndex => ({
  network,
  blocks,
  first,
  chunks: [],
})

/** Height of the first block of a chunk. */
export const heightOf = (
  { first, blocks }: Pick<FeedIndex, 'first' | 'blocks'>,
  at: number,
): number => first + at * blocks

/** Name of a file of a chunk below {@link feedPath}. */
export const chunkName = (kind: FileKind, height: number, { digest }: FeedFile): string =>
  `${kind}/${height}-${digest}`

/** Name of a list of 256 chunks. @param height - Of the first of them. */
export const listName = (height: number, digest: string): string => `lists/${height}-${digest}`

/** What the name of a chunk or list says; undefined for any other text. `digest`: in hex, of the file. */
export function partsOf(
  name: string,
): { folder: FileKind | 'lists'; height: number; digest: string } | undefined {
  const [, folder, height, digest] =
    /^(complete|scan|members|lists)\/(0|[1-9]\d{0,9})-([0-9a-f]{64})$/.exec(name) ?? []
  if (digest === undefined) return undefined
  return { folder: folder as FileKind | 'lists', height: Number(height), digest }
}

/** The text of a list. */
export const listText = (entries: readonly (ChunkFiles | MemberFile)[]): string =>
  `${stringifyJson(entries)}\n`

/**
 * The text of `index.json`.
 *
 * @param lists - Digests of the lists of its first chunks, each complete.
 * @param members - Undefined for a feed without ring members.
 */
export const indexText = (
  { network, blocks, first, chunks }: FeedIndex,
  lists: readonly string[],
  members?: MemberIndex,
): string =>
  `${stringifyJson({
    format: 1,
    network,
    blocks,
    first,
    lists,
    chunks: chunks.slice(lists.length * chunksPerList),
    ...(members && { members }),
  })}\n`

/** Reads `index.json`. @throws InvalidFeed */
export function readIndex(text: string): IndexHead {
  const { format, ...read } = parsed(indexName, text, index)
  if (format !== 1) throw new InvalidFeed(`${indexName}: expected format 1, got ${format}`)
  if (read.blocks === 0 || read.first % read.blocks !== 0)
    throw new InvalidFeed(`${indexName}: first: expected a multiple of blocks, got ${read.first}`)
  for (const each of read.lists) requireDigest(indexName, each)
  requireDigests(indexName, read.chunks)
  const { lists = [], files = [] } = read.members ?? {}
  for (const each of lists) requireDigest(indexName, each)
  requireMemberDigests(indexName, files)
  return read
}

/** Reads a list of chunks, whose digest was compared. @throws InvalidFeed */
export function readList(name: string, text: string): ChunkFiles[] {
  const read = parsed(name, text, chunks)
  requireFull(name, read.length)
  requireDigests(name, read)
  return read
}

/** Reads a list of member files, whose digest was compared. @throws InvalidFeed */
export function readMemberList(name: string, text: string): MemberFile[] {
  const read = parsed(name, text, memberFiles)
  requireFull(name, read.length)
  requireMemberDigests(name, read)
  return read
}

function requireFull(name: string, length: number) {
  if (length !== chunksPerList)
    throw new InvalidFeed(`${name}: expected ${chunksPerList} chunks, got ${length}`)
}

function parsed<F extends typeof index | typeof chunks | typeof memberFiles>(
  name: string,
  text: string,
  field: F,
) {
  try {
    return field.parse(parseJson(text), '') as TypeOf<F>
  } catch (error) {
    if (error instanceof JsonError || error instanceof FieldError)
      throw new InvalidFeed(`${name}: ${error.message}`)
    throw error
  }
}

function requireDigests(name: string, chunks: readonly ChunkFiles[]) {
  for (const { complete, scan } of chunks)
    for (const { digest } of [complete, scan]) requireDigest(name, digest)
}

function requireMemberDigests(name: string, files: readonly MemberFile[]) {
  for (const { digest, root } of files) for (const each of [digest, root]) requireDigest(name, each)
}

function requireDigest(name: string, digest: string) {
  if (!/^[0-9a-f]{64}$/.test(digest))
    throw new InvalidFeed(
      `${name}: digest: expected 64 hex digits, got ${digest.length} characters`,
    )
}
