import { beforeEach, describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { DaemonError } from '#protocol/daemon/errors.ts'
import {
  areSignedRings,
  fetchRings,
  keysOf,
  memberIndex,
} from '../../../../worker/engine/proofs/ring-members.ts'
import { timedOut } from '../../../support/chains/minted-chain.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
/** A transaction of two inputs, with its signatures. */
let tx: ParsedTransaction

beforeEach(async () => {
  const [signed] = await scene.pay(25n * xmr)
  tx = parseTransaction(signed!.tx.blob)
})

const fetch = () => fetchRings({ ports: scene.wallet.ports, daemon: scene.chain.daemon }, tx)

describe('fetchRings', () => {
  test('returns the members of each input, in the order of the ring', async () => {
    const rings = await fetch()
    expect(rings.map(({ input }) => input)).toEqual(tx.inputs)
    const indices = [...scene.wallet.store.sent.values()][0]!.rings
    for (const [i, { members }] of rings.entries()) {
      const candidates = indices[i]!.map((index) => scene.mint.candidateAt(Number(index)))
      expect(members).toEqual(candidates.map(({ key, commitment }) => ({ key, commitment })))
    }
  })

  test('error: fewer members than the ring has', async () => {
    scene.chain.daemon.bin.get_outs = async () => ({ outs: [] }) as never
    await expect(fetch()).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message:
        'daemon returned wrong response for get_outs.bin, wrong amounts count = 0, expected 16',
    })
  })

  test.each([
    ['BUSY', 'daemon is busy'],
    ['Failed', 'failed to get random outs'],
  ])('error: the daemon answers %s', async (status, message) => {
    scene.chain.daemon.bin.get_outs = () => Promise.reject(new DaemonError('get_outs', status))
    await expect(fetch()).rejects.toMatchObject({ message })
    scene.chain.daemon.bin.get_outs = timedOut
    await expect(fetch()).rejects.toMatchObject({ message: 'no connection to daemon' })
  })
})

describe('areSignedRings', () => {
  test('holds for the rings that the transaction signed, not for a replaced member', async () => {
    const { crypto } = scene.wallet.ports
    const rings = await fetch()
    expect(areSignedRings(crypto, tx, rings)).toBe(true)
    expect(areSignedRings(crypto, tx, rings.toReversed())).toBe(false)
    const [first, second] = rings
    for (const at of [0, 15]) {
      const stranger = { ...second!.members[at]!, key: scene.payee.spendKey }
      const members = second!.members.with(at, stranger)
      expect(areSignedRings(crypto, tx, [first!, { ...second!, members }])).toBe(false)
    }
  })

  test('does not hold without the signatures', async () => {
    const pruned = parseTransaction(tx.blob.subarray(0, tx.baseSize), { pruned: true })
    expect(areSignedRings(scene.wallet.ports.crypto, pruned, await fetch())).toBe(false)
  })
})

test('memberIndex finds a one-time key among the members', async () => {
  const [{ members }] = (await fetch()) as [Awaited<ReturnType<typeof fetch>>[0]]
  const own = scene.spent().map(({ key }) => memberIndex(members, key))
  // One of both outputs is in this ring.
  expect(own.filter((place) => place >= 0)).toHaveLength(1)
  const place = Math.max(...own)
  expect(scene.spent().map(({ key }) => hexToBytes(key))).toContainEqual(keysOf(members)[place])
  expect(memberIndex(members, '00')).toBe(-1)
})
