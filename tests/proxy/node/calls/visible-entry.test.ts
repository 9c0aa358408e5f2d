import { beforeAll, describe, expect, test } from 'vitest'
import { visibleEntry } from '../../../../proxy/node/calls/visible-entry.ts'
import type { NodeContext } from '../../../../proxy/node/context.ts'
import { spendingNode } from '../../../support/daemons/spending-node.ts'

let own: NodeContext
let restricted: NodeContext
let relayed: string
let kept: string

beforeAll(async () => {
  const node = await spendingNode()
  own = node.context
  restricted = { ...own, restricted: true }
  relayed = (await node.send()).id
  kept = (await node.send({}, { do_not_relay: true })).id
})

describe('visibleEntry', () => {
  test('is any transaction of the pool for the owner', () => {
    expect(visibleEntry(own, relayed)).toMatchObject({ id: relayed, method: 'fluff' })
    expect(visibleEntry(own, kept)).toMatchObject({ id: kept, method: 'none' })
  })

  test('is a broadcast transaction only, on a restricted node', () => {
    expect(visibleEntry(restricted, relayed)).toMatchObject({ id: relayed })
    expect(visibleEntry(restricted, kept)).toBeUndefined()
  })

  test('is undefined for a transaction outside the pool', () => {
    expect(visibleEntry(own, '00'.repeat(32))).toBeUndefined()
  })
})
