import { describe, expect, test } from 'vitest'
import { DaemonError } from '#protocol/daemon/errors.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import { Cancelled, Run } from '../../../../../worker/engine/download/cancellable-run.ts'
import { WholeRequests } from '../../../../../worker/engine/sync/whole/whole-requests.ts'

const megabyte = 1024 * 1024

type Answer = (heights: readonly bigint[]) => Promise<void>

/** Requests to a daemon with blocks of this size, and the heights it was asked for. */
function scene({
  blockBytes = 100,
  answer = async () => undefined,
}: { blockBytes?: number; answer?: Answer } = {}) {
  const asked: string[] = []
  const block = { block: new Uint8Array(0), txs: [{ blob: new Uint8Array(blockBytes) }] }
  const daemon = {
    bin: {
      get_blocks_by_height: async ({ heights }: { heights: bigint[] }) => {
        asked.push(`${heights[0]} to ${heights.at(-1)}`)
        await answer(heights)
        return { blocks: heights.map(() => block) }
      },
    },
  } as unknown as Daemon
  const run = new Run()
  const requests = new WholeRequests({ daemon, run }, { from: 3n, to: 50n })
  return { asked, run, requests }
}

/** Takes all groups; returns the first height of each. */
async function takeAll(requests: WholeRequests): Promise<bigint[]> {
  const firsts: bigint[] = []
  for (;;) {
    const group = await requests.next()
    if (!group) return firsts
    firsts.push(group.heights[0]!)
  }
}

const all = ['3 to 22', '23 to 42', '43 to 49']

describe('whole blocks', () => {
  test('are requested when they are taken', async () => {
    const { asked, requests } = scene()
    await requests.next()
    expect(asked).toEqual(all.slice(0, 1))
    expect(await takeAll(requests)).toEqual([23n, 43n])
    expect(asked).toEqual(all)
  })

  test('can be requested before they are taken', async () => {
    const { asked, requests } = scene()
    await requests.sendAhead()
    expect(asked).toEqual(all)
    expect(await takeAll(requests)).toEqual([3n, 23n, 43n])
    expect(asked).toEqual(all)
  })

  test('wait to be taken when more than 32 MB are held', async () => {
    const { asked, requests } = scene({ blockBytes: megabyte })
    await requests.sendAhead()
    expect(asked).toEqual(all.slice(0, 2))
    expect(await takeAll(requests)).toEqual([3n, 23n, 43n])
    expect(asked).toEqual(all)
  })

  test('of a request that fails are the last ones before they are taken', async () => {
    const answer: Answer = async ([first]) => {
      if (first === 23n) throw new DaemonError('get_blocks_by_height', 'Failed')
    }
    const { asked, requests } = scene({ answer })
    await requests.sendAhead()
    expect(asked).toEqual(all.slice(0, 2))
    expect((await requests.next())?.heights[0]).toBe(3n)
    await expect(requests.next()).rejects.toThrow(DaemonError)
  })

  test('are not requested any more when the refresh is cancelled', async () => {
    const { asked, run, requests } = scene({ answer: () => new Promise(() => undefined) })
    const sent = requests.sendAhead()
    run.cancel()
    await sent
    expect(asked).toEqual(all.slice(0, 1))
    await expect(requests.next()).rejects.toThrow(Cancelled)
  })
})
