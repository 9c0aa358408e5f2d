import { describe, expect, test } from 'vitest'
import { object } from '#protocol/fields.ts'
import { spendParams, transferParams, wantedOf } from '../../../../worker/rpc/spend/params.ts'

const defaults = object({ ...transferParams, ...spendParams }).parse({}, '')

describe('params of methods that spend', () => {
  test('default to a relayed transaction of the first account', () => {
    expect(defaults).toEqual({
      destinations: [],
      account_index: 0,
      subaddr_indices: [],
      priority: 0,
      payment_id: '',
      mixin: 0n,
      ring_size: 0n,
      unlock_time: 0n,
      do_not_relay: false,
      get_tx_hex: false,
      get_tx_metadata: false,
    })
  })

  test('name the requested extras alike for one transaction and for several', () => {
    const asked = { get_tx_hex: true, get_tx_metadata: false }
    expect(wantedOf({ ...asked, get_tx_key: true })).toEqual({
      keys: true,
      hex: true,
      metadata: false,
    })
    expect(wantedOf({ ...asked, get_tx_keys: true })).toEqual(
      wantedOf({ ...asked, get_tx_key: true }),
    )
  })
})
