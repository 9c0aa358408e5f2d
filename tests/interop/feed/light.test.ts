/** `nightjar-node --light` in front of a node with enough blocks for chunks. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chunkIds } from '#protocol/feed/build.ts'
import { chunkBlocks, chunkDepth, readChunk } from '#protocol/feed/chunk.ts'
import { chunkName, heightOf, readIndex, type IndexHead } from '#protocol/feed/feed-index.ts'
import { placeOf, readMembers } from '#protocol/feed/member-file.ts'
import { readGroup } from '#protocol/feed/member-group.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import { feedFolder } from '../../../server/feed/feed-folder.ts'
import { ask } from '../../support/network/http-client.ts'
import { isKillDue, killCounts, kills, reportKills } from '../../support/programs/kill-counts.ts'
import { startProgram } from '../../support/programs/process.ts'
import { built, startProxy, type Proxy } from '../../support/programs/proxy.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import { seed } from '../../support/random/case-counts.ts'
import { seededBelow } from '../../support/random/sfc32.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

let upstream: Regtest
let light: Proxy | undefined

const chunks = 4

beforeAll(async () => {
  upstream = await startRegtest()
  for (let left = chunks * chunkBlocks + chunkDepth - 1; left > 0; left -= 500)
    await upstream.mine(Math.min(left, 500))
}, 600_000)

afterEach(async () => {
  await light?.stop()
})

const start = async (folder: string, ...flags: string[]) =>
  (light = await startProxy([upstream.url], ['--light', '--data-dir', folder, ...flags]))

/** The index once it has this many chunks. */
async function indexWith(count: number): Promise<IndexHead> {
  for (;;) {
    const index = readIndex((await ask(`${light!.url}/feed/v1/index.json`)).text())
    if (index.chunks.length >= count) return index
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Number of chunks that the upstream has blocks for. */
async function due(): Promise<number> {
  const { count } = await upstream.call('get_block_count')
  return Math.floor((Number(count) - chunkDepth) / chunkBlocks)
}

const nameIn = (index: IndexHead, at: number) =>
  chunkName('complete', heightOf(index, at), index.chunks[at]!.complete)

const filesIn = (folder: string) =>
  ['complete', 'scan', 'members'].flatMap((kind) =>
    readdirSync(join(folder, 'feed', kind)).map((name) => `${kind}/${name}`),
  )

describe('nightjar-node --light', () => {
  test('keeps and serves the blocks of its upstream', async () => {
    await start(temporaryFolder('light'))
    const index = await indexWith(chunks)
    const ids: string[] = []
    for (const at of index.chunks.keys()) {
      const answer = await ask(`${light!.url}/feed/v1/${nameIn(index, at)}`)
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': `${index.chunks[at]!.complete.bytes}`,
      })
      expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(
        index.chunks[at]!.complete.digest,
      )
      ids.push(...chunkIds(readChunk(answer.bytes)).map(bytesToHex))
    }
    const { headers } = await upstream.call('get_block_headers_range', {
      start_height: 0,
      end_height: chunks * chunkBlocks - 1,
    })
    expect(ids).toEqual(headers.map(({ hash }: { hash: string }) => hash))
    expect(light!.program.output()).toContain('"event":"chunk_written","height":512,"blocks":512')
    // Everything else is the daemon RPC.
    const { height } = await light!.get('/get_height')
    expect(height).toBe(BigInt(chunks * chunkBlocks + chunkDepth))
  })

  test('serves parts of member files, and groups above them', async () => {
    await start(temporaryFolder('light'))
    const { members } = await indexWith(chunks)
    // The first block has no RingCT output, each other one has one.
    expect(members!.files.map(({ first, outputs }) => [first, outputs]).slice(0, 2)).toEqual([
      [0, 511],
      [511, 512],
    ])
    const file = members!.files[1]!
    const { offset, length } = placeOf(file, 5)
    const part = await ask(`${light!.url}/feed/v1/members/512-${file.digest}`, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
    })
    expect([part.status, part.headers['content-range']]).toEqual([
      206,
      `bytes ${offset}-${offset + length - 1}/${file.bytes}`,
    ])
    const settled = readMembers(file, 5, part.bytes).outputs
    const made = readGroup((await ask(`${light!.url}/feed/v1/groups/5`)).bytes)
    // Their locks have passed.
    expect(settled).toEqual(made.map((each, at) => ({ ...each, unlockTime: BigInt(701 + at) })))
    const { height } = await light!.get('/get_height')
    const last = Math.floor((Number(height) - 2) / 128)
    const newest = await ask(`${light!.url}/feed/v1/groups/${last}`)
    expect(newest.headers['cache-control']).toBe('public, max-age=5')
    expect(readGroup(newest.bytes)).toHaveLength(Number(height) - 1 - last * 128)
    expect((await ask(`${light!.url}/feed/v1/groups/${last + 1}`)).status).toBe(404)
  })

  test('sends each new block to its clients, and adds the chunk that is due', async () => {
    await start(temporaryFolder('light'))
    await indexWith(chunks)
    const stop = new AbortController()
    const events = await fetch(`${light!.url}/feed/v1/events`, { signal: stop.signal })
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const says = async (wanted: string) => {
      while (!text.includes(wanted)) text += (await reader.read()).value
    }
    const count = chunks * chunkBlocks + chunkDepth
    await says(`"height":${count},`)
    await upstream.mine(1)
    await says(`"height":${count + 1},`)
    await upstream.mine(chunkBlocks - 1)
    await indexWith(chunks + 1)
    stop.abort()
    await light!.stop()
    expect(light!.program.output()).not.toContain('bug')
  })

  test('begins at the chunk of a height', async () => {
    await start(temporaryFolder('light'), '--from-height', '600')
    const index = await indexWith(1)
    expect(index.first).toBe(512)
  })

  test('makes a damaged file again, and says so', async () => {
    const folder = temporaryFolder('light')
    await start(folder)
    const name = nameIn(await indexWith(chunks), 0)
    await light!.stop()
    const path = join(folder, 'feed', name)
    const bytes = readFileSync(path)
    bytes[1000]! ^= 4
    writeFileSync(path, bytes)
    await start(folder)
    const served = await ask(`${light!.url}/feed/v1/${name}`)
    bytes[1000]! ^= 4
    expect(Buffer.from(served.bytes)).toEqual(bytes)
    expect(readFileSync(path)).toEqual(bytes)
    expect(light!.program.output()).toContain('"event":"chunk_restored","height":0,"blocks":512')
  })

  test('has the same files however often it is killed', async ({ task }) => {
    const whole = temporaryFolder('light')
    await start(whole)
    const { chunks: expected, members } = await indexWith(await due())
    await light!.stop()
    const moments = seededBelow(seed())
    const rounds = kills(killCounts.light.chunks)
    let folder = temporaryFolder('light')
    let cutOff = 0
    let made = 0
    for (; isKillDue(made, rounds, cutOff); made++) {
      // Its first line, before it builds.
      const program = await startProgram(process.execPath, programArguments(folder), {
        ready: /Binding/,
      })
      await new Promise((resolve) => setTimeout(resolve, moments(1500)))
      await program.stop('SIGKILL')
      const done = await builtIn(folder)
      if (done > 0 && done < expected.length) cutOff++
      if (done === expected.length) folder = temporaryFolder('light')
    }
    reportKills(task, 'light', made)
    await start(folder)
    expect(await indexWith(expected.length)).toMatchObject({ chunks: expected, members })
    for (const name of filesIn(whole))
      expect(readFileSync(join(folder, 'feed', name))).toEqual(
        readFileSync(join(whole, 'feed', name)),
      )
  })
})

const programArguments = (folder: string) => [
  built('nightjar-node'),
  ...`--light --rpc-bind-port 0 --upstream ${upstream.url} --data-dir`.split(' '),
  folder,
]

/** Number of chunks that the index names. All of them must be there as they were written. */
async function builtIn(folder: string): Promise<number> {
  const files = feedFolder(join(folder, 'feed'))
  const feed = await StoredFeed.open(files, { network: 'fakechain' })
  for (let at = 0; at < feed.count; at++)
    for (const kind of ['complete', 'scan', 'members'] as const)
      expect(await feed.read(at, kind)).toBeInstanceOf(Uint8Array)
  return feed.count
}
