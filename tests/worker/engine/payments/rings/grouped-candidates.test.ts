import { beforeEach, describe, expect, test } from 'vitest'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import { GroupedCandidates } from '../../../../../worker/engine/payments/rings/grouped-candidates.ts'
import { groupOutput } from '../../../../support/feed/group-outputs.ts'
import { memberFeed } from '../../../../support/feed/member-feed.ts'

/** Two outputs a block; the first one is locked like that of a miner. Output 7 has a lock of its own, output 9 one in time. */
const now = 1_700_000_000n
const lockOf = (index: number) => {
  if (index === 7) return 900n
  if (index === 9) return now + 120n
  if (index === 11) return now + 121n
  return index % 2 === 0 ? BigInt(index / 2 + 60) : 0n
}

const blocks = Array.from({ length: 400 }, () => 2)
const view = { height: 400n, time: now, v2Height: 1n }

let made: ReturnType<typeof memberFeed>
let daemon: Daemon
let logged: string[]
let isOn: boolean
let groups: GroupedCandidates

beforeEach(() => {
  const outputAt = (index: number) => groupOutput(index, lockOf(index))
  made = memberFeed({ blocks, size: 16, settled: 20, outputAt })
  daemon = { feedFile: made.feedFile } as Daemon
  logged = []
  isOn = true
  groups = new GroupedCandidates({
    ports: { log: (level, message) => void logged.push(`${level}: ${message}`) },
    network: 'fakechain',
    daemonName: () => 'first:18081',
    scanFeed: () => (isOn ? 720 : undefined),
  })
})

const read = (indices: readonly number[]) => groups.ofPayment(daemon, view)(indices, made.counts)

describe('candidates in groups', () => {
  test('are those that were asked for, with height and lock', async () => {
    const candidates = (await read([7, 9, 11, 677, 678, 680, 799]))!
    const { key, commitment } = groupOutput(7)
    expect(candidates.get(7)).toEqual({ key, commitment, unlocked: false, height: 3n })
    expect(
      [...candidates].map(([index, { unlocked, height }]) => [index, unlocked, height]),
    ).toEqual([
      [7, false, 3n],
      [9, true, 4n],
      [11, false, 5n],
      [677, true, 338n],
      // Block 339, until block 399; block 340, until block 400.
      [678, true, 339n],
      [680, true, 340n],
      [799, true, 399n],
    ])
    expect((await read([682]))!.get(682)).toMatchObject({ unlocked: false })
    expect(logged).toEqual([])
  })

  test('are requested once in a payment', async () => {
    const payment = groups.ofPayment(daemon, view)
    await payment([1, 300], made.counts)
    const { length } = made.asked
    expect(await payment([2, 301], made.counts)).toBeDefined()
    expect(made.asked).toHaveLength(length)
    expect(made.asked.filter((name) => name === 'index.json')).toHaveLength(1)
  })

  test('are not requested where feeds are switched off, or there is none', async () => {
    isOn = false
    expect(await read([1])).toBeUndefined()
    isOn = true
    daemon = {} as Daemon
    expect(await read([1])).toBeUndefined()
    expect([made.asked, logged]).toEqual([[], []])
  })

  test('error: a group that is missing ends them for this payment, and the log says so', async () => {
    made.newGroup = () => undefined
    const payment = groups.ofPayment(daemon, view)
    expect(await payment([1, 799], made.counts)).toBeUndefined()
    const { length } = made.asked
    expect(await payment([1], made.counts)).toBeUndefined()
    expect(made.asked).toHaveLength(length)
    expect(logged).toEqual([
      'warning: scan feed of first:18081: a group of ring members is not available. Ring candidates are requested by index',
    ])
    // The next one tries again.
    expect(await read([1])).toBeDefined()
  })

  test('error: a false group ends them for this daemon', async () => {
    made.lie = (name, bytes) => {
      if (name.startsWith('members/')) bytes![70]! ^= 1
      return bytes
    }
    expect(await read([1])).toBeUndefined()
    const { length } = made.asked
    expect(await read([1])).toBeUndefined()
    expect(made.asked).toHaveLength(length)
    expect(logged).toEqual([
      'warning: scan feed of first:18081: group 0 of ring members is another one than in the index. Ring candidates are requested by index',
    ])
    daemon = { feedFile: memberFeed({ blocks, size: 16, settled: 20 }).feedFile } as Daemon
    expect(await read([1])).toBeDefined()
  })

  test('error: a feed of another network', async () => {
    made.lie = (name, bytes) =>
      name === 'index.json'
        ? new TextEncoder().encode(new TextDecoder().decode(bytes).replace('fakechain', 'mainnet'))
        : bytes
    expect(await read([1])).toBeUndefined()
    expect(logged).toEqual([expect.stringContaining('expected a scan feed of fakechain')])
  })
})
