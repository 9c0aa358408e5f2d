import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnNode } from '../../../../support/daemons/in-process-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../../support/daemons/recorded-node.ts'

let node: OwnNode
beforeEach(async () => void (node = await recordedNode()))

describe.each(['get_connections', 'sync_info', 'set_bans', 'banned'])('%s', (call) => {
  // Newer versions refuse a ban without an address.
  const requests = recordingsOf(call).filter(([, { body }]) => !body.includes('[{"ban":true'))

  test.each(requests)('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording, [], node),
  )
})

describe('set_bans', () => {
  const ban = (host: string) => ({ host, ban: true, seconds: 60 })
  const hosts = async () =>
    ((await node.call('get_bans')).bans ?? []).map(({ host }: { host: string }) => host)

  test.each([
    [{ ban: true, seconds: 60 }, 'No ip/host supplied'],
    [ban('x'), 'Unsupported host/subnet type'],
    [ban('10.0.0.0/33'), 'Unsupported host/subnet type'],
  ])('error: %j is rejected, and the bans before it remain', async (invalid, message) => {
    const bans = [ban('10.1.2.3'), invalid, ban('10.4.5.6')]
    await expect(node.call('set_bans', { bans })).rejects.toMatchObject({
      code: -1,
      message: `set_bans: ${message}`,
    })
    expect(await hosts()).toEqual(['10.1.2.3'])
  })

  test('an address given as a number has its first byte in the lowest bits', async () => {
    await node.call('set_bans', { bans: [{ ip: 0x0403_0201, ban: true, seconds: 60 }] })
    expect(await hosts()).toEqual(['1.2.3.4'])
    expect(await node.call('banned', { address: '1.2.3.4' })).toEqual({
      status: 'OK',
      banned: true,
      seconds: 60n,
    })
  })

  test('the host takes precedence over the number', async () => {
    await node.call('set_bans', { bans: [{ ...ban('10.1.2.3'), ip: 7 }] })
    expect(await hosts()).toEqual(['10.1.2.3'])
  })
})
