/** Digests of a folder that the builder of feeds wrote, put into a source. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { partsOf } from '#protocol/feed/feed-index.ts'
import { writeDigests } from '../../scripts/feed-digests.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { scriptedFeed } from '../support/feed/scripted-feed.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()
const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))

/** A folder with the chunks of 8 blocks that the chain has. */
function folderAt(height: number) {
  while (script.height < height) script.mine()
  const folder = temporaryFolder('feed')
  for (const [name, bytes] of scriptedFeed(script, 8)) write(join(folder, name), bytes)
  return folder
}

function write(path: string, bytes: Uint8Array | string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** A source without digests. */
function source() {
  const to = temporaryFolder('source')
  writeFileSync(join(to, 'feed-digests.json'), '{}\n')
  return to
}

const tableIn = (to: string) =>
  JSON.parse(readFileSync(join(to, 'feed-digests.json'), 'utf8')) as unknown

const short = folderAt(16)
const long = folderAt(24)
const names = [...scriptedFeed(script, 8).keys()].map(partsOf)
const digests = names.filter((parts) => parts?.folder === 'complete').map((parts) => parts!.digest)

describe('digests of a feed', () => {
  test('are those of its complete chunks in order, and described in the code', () => {
    const to = source()
    const file = join(to, 'feed-digests-fakechain.bin')
    const written = writeDigests(short, to)
    const bytes = readFileSync(file)
    expect(bytes.toString('hex')).toBe(digests.slice(0, 2).join(''))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(written).toEqual({ file, chunks: 2, end: 16, sha256 })
    expect(tableIn(to)).toEqual({ fakechain: { blocks: 8, first: 0, sha256 } })
  })

  test('continue those of the release before; other networks stay', () => {
    const to = source()
    writeDigests(short, to)
    const before = tableIn(to) as object
    writeFileSync(
      join(to, 'feed-digests.json'),
      JSON.stringify({ ...before, mainnet: { first: 1 } }),
    )
    expect(writeDigests(long, to)).toMatchObject({ chunks: 3, end: 24 })
    expect(tableIn(to)).toMatchObject({ mainnet: { first: 1 }, fakechain: { first: 0 } })
    expect(readFileSync(join(to, 'feed-digests-fakechain.bin'), 'hex')).toBe(digests.join(''))
  })

  test('error: a shorter feed than that of the release before', () => {
    const to = source()
    writeDigests(long, to)
    const before = readFileSync(join(to, 'feed-digests-fakechain.bin'))
    expect(() => writeDigests(short, to)).toThrow(
      `the chunk from block 16: expected ${digests[2]} as in the last release, got none`,
    )
    expect(readFileSync(join(to, 'feed-digests-fakechain.bin'))).toEqual(before)
  })

  test('error: a feed of another chain', () => {
    const to = source()
    writeDigests(short, to)
    const file = join(to, 'feed-digests-fakechain.bin')
    const bytes = readFileSync(file)
    bytes[32]! ^= 1
    writeFileSync(file, bytes)
    expect(() => writeDigests(long, to)).toThrow(/^the chunk from block 8: expected /)
  })

  test('error: a file that was changed, that is missing, and no feed', () => {
    const [folder, to] = [folderAt(24), source()]
    const name = join(folder, `complete/8-${digests[1]}`)
    writeFileSync(name, readFileSync(name).fill(0, 40, 41))
    expect(() => writeDigests(folder, to)).toThrow('expected the digest in its name, got')
    expect(() => writeDigests(to, to)).toThrow('ENOENT')
    expect(tableIn(to)).toEqual({})
  })
})
