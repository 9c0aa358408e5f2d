/** Both wallets while no daemon answers. */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { minerAddress, type WalletRpc } from '../support/programs/monerod.ts'
import { freePort } from '../support/network/free-port.ts'
import { expectSame, ourAnswer, theirAnswer } from '../support/wallet-comparison/compare-answers.ts'
import {
  restoreOurs,
  restoreTheirs,
  type OurWallet,
} from '../support/wallet-comparison/restore-both.ts'

/** Ports that nothing listens on. */
let nowhere: string
let nowhereElse: string
let ours: OurWallet
let theirs: WalletRpc

beforeAll(async () => {
  nowhere = `127.0.0.1:${await freePort()}`
  nowhereElse = `127.0.0.1:${await freePort()}`
  ours = await restoreOurs(nowhere)
  theirs = await restoreTheirs(nowhere, ours)
})

describe('check_reserve_proof', () => {
  // monero-ts finds out in this way whether a wallet has a daemon.
  test('error: names the daemon, whatever the proof is', async () => {
    const address = ours.wallet.primaryAddress
    for (const signature of ['', 'invalid signature', 'ReserveProofV2'])
      expect(
        await expectSame(ours, theirs, ['check_reserve_proof', { address, signature }]),
      ).toEqual({ error: { code: -1n, message: `Failed to connect to daemon: ${nowhere}` } })
    await expectSame(ours, theirs, ['check_reserve_proof', { address: 'x' }])
  })

  test('error: names the daemon that was set last', async () => {
    await expectSame(ours, theirs, ['set_daemon', { address: nowhereElse, trusted: true }])
    const params = { address: ours.wallet.primaryAddress, signature: 'x' }
    expect(await expectSame(ours, theirs, ['check_reserve_proof', params])).toEqual({
      error: { code: -1n, message: `Failed to connect to daemon: ${nowhereElse}` },
    })
  })
})

describe('transfer', () => {
  test('error: the code names the missing connection, unlike that of the reference', async () => {
    const params = { destinations: [{ address: minerAddress, amount: 1 }] }
    expect(await ourAnswer(ours.service, 'transfer', params)).toMatchObject({
      error: { code: -38n },
    })
    expect(await theirAnswer(theirs, 'transfer', params)).toEqual({
      error: { code: -4n, message: 'Failed to get height' },
    })
  })
})
