/**
 * Real blobs of every kind, and what is special in their formats.
 *
 * @module
 */
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { readFileSync } from 'node:fs'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { regtest, transactions } from '../../vectors/chain/vectors.ts'
import { numberEdges, type Corpus } from '../mutation/mutate-bytes.ts'

const vectors = (path: string) => readFileSync(`tests/vectors/${path}`)
const corpus = (name: string) =>
  hexToBytes(vectors(`chain/corpus/${name}.hex`).toString('utf8').trim())

type Recorded = { path: string; body: string; answer: string }
const recorded = (path: string) => JSON.parse(vectors(path).toString('utf8')) as Recorded[]
// Recorded a character a byte.
const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const filled = (blobs: Uint8Array[]) => blobs.filter(({ length }) => length > 0)

const blockBlobs = [
  ...regtest.blocks.map(({ blob }) => hexToBytes(blob)),
  ...['BLOCK1', 'BLOCK2'].map(corpus),
]
const transactionBlobs = [
  ...transactions.flatMap(([, { hex, pruned_hex: pruned }]) =>
    [hex, pruned ?? hex].map(hexToBytes),
  ),
  ...['TX1', 'TX2'].map(corpus),
]
const extras = transactions.map(([, { hex }]) => parseTransaction(hexToBytes(hex)).extra)
const storages = recorded('epee/answers.json').flatMap(({ body, answer }) => [body, answer])
const requests = [
  ...recorded('json/doors.json').flatMap(({ body, answer }) => [body, answer]),
  ...recorded('json/binary.json').map(({ answer }) => answer),
]

/** A wallet of monero's own tests. */
export const recordedKeyFile = new Uint8Array(vectors('key-files/wallet_9svHk1.keys'))

const text = (...pieces: string[]) => pieces.map(utf8ToBytes)
const bytes = (...pieces: number[][]) => pieces.map((piece) => Uint8Array.from(piece))
const key = new Uint8Array(32).fill(0xff)

/** By format. */
export const corpora = {
  block: { originals: blockBlobs, edges: [...numberEdges, key] },
  // What begins an input of each kind, an output, a field of the extra.
  transaction: {
    originals: transactionBlobs,
    edges: [...numberEdges, key, ...bytes([0xff], [2, 0, 1], [0, 2], [0, 3], [4, 0x7f], [6])],
  },
  extra: {
    originals: filled([...extras, corpus('TXEXTRA1'), corpus('TXEXTRA2')]),
    edges: [
      ...numberEdges,
      concatBytes(Uint8Array.of(1), key),
      ...bytes([0], [2, 9], [4, 1], [3, 33], [0xde, 4]),
    ],
  },
  // Types, lists of them, counts of every width, and what opens one more level.
  epee: {
    originals: filled(storages.map(bytesOf)),
    edges: [
      ...numberEdges,
      ...bytes([4, 1, 97, 12], [4, 1, 97, 0x8c, 4], [4, 1, 97, 13, 0x8d, 4], [12], [0x8c], [0x8a]),
      ...bytes([10, 0xfe, 0xff, 0xff, 0xff], [3, ...new Array<number>(7).fill(0xff)], [1, 0xff]),
      ...bytes([0xfd, 0xff], [5, ...utf8ToBytes('block'), 10, 0], [0]),
    ],
  },
  json: {
    originals: filled(requests.map(bytesOf)),
    edges: [
      ...text('{', '}', '[', ']', ',', ':', '"', '\\', '\\u', '\\u0000', '\\ud800', '{"a":', '[{'),
      ...text(
        '{"a":[',
        '"__proto__":',
        'null',
        'true',
        'fals',
        '-',
        '0',
        '9',
        '1e9',
        '-0',
        '.',
        ' ',
      ),
      ...text('18446744073709551615', '18446744073709551616', '-9223372036854775809', '1e-400'),
      ...text('"a":1,', '{},', '[],', '\t', '\u2028', '😀'),
      ...bytes([0x80], [0xff], [0xc3], [0]),
    ],
  },
} satisfies Record<string, Corpus>
