import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { plainDaemon, type PlainDaemon } from '../../../support/daemons/plain-daemon.ts'
import type { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

describe('verify_history', async () => {
  const daemon: PlainDaemon = { pruned: new Map(), whole: new Map(), requests: [] }
  const made: { script?: ScriptedChain } = {}
  const { wallet, script, service } = await scriptedWallet(await testCrypto(), {
    wrap: (inner) => plainDaemon(inner, () => made.script!, daemon),
  })
  made.script = script
  service.wholeBlocks = false
  script.mine([script.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 5n }] })])
  for (let i = 0; i < 99; i++) script.mine()
  await wallet.sync.refresh()
  const call = (params: object = {}) => dispatch(service, 'verify_history', params)
  const transfers = () => dispatch(service, 'get_transfers', { in: true })

  test('returns what is left, and requests nothing', async () => {
    daemon.requests.length = 0
    expect(await call()).toEqual({
      result: {
        start_height: 1n,
        next_height: 101n,
        end_height: 101n,
        blocks_left: 100n,
        // 101 outputs.
        bytes_left: 151_000n,
        unverified_payments: 1n,
      },
    })
    expect(daemon.requests).toEqual([])
  })

  test('verifies groups of blocks, until none is left', async () => {
    expect(await transfers()).toMatchObject({ result: { in: [{ unverified: true }] } })
    expect(await call({ blocks: 1 })).toMatchObject({
      result: { next_height: 64n, end_height: 101n, blocks_left: 63n, unverified_payments: 1n },
    })
    expect(await call({ blocks: 64 })).toMatchObject({
      result: { next_height: 101n, end_height: 101n, blocks_left: 0n, unverified_payments: 0n },
    })
    expect(await transfers()).toMatchObject({ result: { in: [{ unverified: undefined }] } })
  })

  test('begins at the given height', async () => {
    expect(await call({ start_height: 90 })).toMatchObject({
      result: { start_height: 90n, blocks_left: 11n },
    })
  })

  test('error: the daemon cannot be reached', async () => {
    const service = await testService()
    await testWallet({}, service)
    expect(await dispatch(service, 'verify_history', { blocks: 1 })).toEqual({
      error: { code: -38, message: 'no connection to daemon' },
    })
    expect(await dispatch(service, 'verify_history')).toMatchObject({
      result: { blocks_left: 0n, bytes_left: 0n },
    })
  })
})
