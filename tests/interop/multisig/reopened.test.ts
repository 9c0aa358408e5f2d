/**
 * Why tests refresh a wallet of monero-wallet-rpc 0.18.0 between opening it and telling it infos.
 *
 * An import goes back to the block of the first output. A wallet that was opened and not refreshed asks
 * the node for all blocks, while it has kept only the ids of those from that output on: it fills in the
 * ids, takes the answer for read, and has no outputs then.
 *
 * @see monero src/wallet/wallet2.cpp import_multisig, refresh (out_of_hashchain_bounds_error)
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { ask, join, theirMember, type Member } from '../../support/multisig/group-members.ts'
import {
  startMonerod,
  startWalletRpc,
  type Monerod,
  type WalletRpc,
} from '../../support/programs/monerod.ts'

describe('a group of the reference', () => {
  let node: Monerod
  let rpc: WalletRpc
  let members: [Member, Member]

  beforeAll(async () => {
    node = await startMonerod()
    rpc = await startWalletRpc({ daemon: new URL(node.url).host })
    members = [await theirMember(rpc, 0), await theirMember(rpc, 1)]
    const [shared] = await join(members, 2)
    await node.mine(20)
    await node.mine(2, shared)
    await node.mine(70)
  })

  test('loses its outputs if infos are imported before the refresh', async () => {
    const [one, other] = members
    await ask(one, 'refresh')
    const { balance } = await ask(one, 'get_balance')
    expect(balance).toBeGreaterThan(0n)
    await ask(other, 'refresh')
    const { info } = await ask(other, 'export_multisig_info')

    // Asking another member has closed the wallet of the first.
    expect(await ask(one, 'import_multisig_info', { info: [info] })).toEqual({ n_outputs: 2n })
    expect(await ask(one, 'get_balance')).toMatchObject({ balance: 0n })
    await ask(one, 'refresh')
    expect(await ask(one, 'get_balance')).toMatchObject({ balance, multisig_import_needed: true })

    expect(await ask(one, 'import_multisig_info', { info: [info] })).toEqual({ n_outputs: 2n })
    expect(await ask(one, 'get_balance')).toMatchObject({ balance, multisig_import_needed: false })
  })
})
