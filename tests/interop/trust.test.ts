/**
 * The lies of `docs/trust.md`, each sent by a proxy in front of a real monerod.
 */
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../worker/rpc/dispatch.ts'
import { unchanged } from '../support/network/tampering-proxy.ts'
import { blockLies } from '../support/trust/block-lies.ts'
import type { Lie } from '../support/trust/lie.ts'
import { otherLies } from '../support/trust/other-lies.ts'
import { paymentLies } from '../support/trust/payment-lies.ts'
import { poolLies } from '../support/trust/pool-lies.ts'
import { startTrustScene, type TrustScene } from '../support/trust/scene.ts'
import { page } from '../support/trust/table.ts'

let scene: TrustScene

beforeAll(async () => {
  scene = await startTrustScene()
})

/** Expects the text of the table; `…` stands for anything. */
function expectText(outcome: Outcome, { text }: Lie) {
  const message = 'error' in outcome ? outcome.error.message : 'no error'
  const pattern = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  expect(message).toMatch(new RegExp(`^${pattern.join('.+')}$`))
}

async function expectRefreshRefused(lie: Lie) {
  const { outcome, before, after } = await scene.play(lie, () => scene.call('refresh'))
  expectText(outcome, lie)
  expect(after).toEqual(before)
}

async function expectSameAsHonest() {
  await scene.call('refresh')
  await scene.honest.call('refresh')
  const [theirs, ours] = await scene.shown()
  expect(ours).toEqual(theirs)
}

describe('a refresh, when the daemon sends', () => {
  test.each(blockLies)('error: $claim', expectRefreshRefused)
  test('honest blocks afterwards, shows the same as an honest wallet', expectSameAsHonest)
})

describe('a refresh of the pool, when the daemon sends', () => {
  beforeAll(() => scene.receive(1))
  test.each(poolLies)('error: $claim', expectRefreshRefused)
  test('an honest pool afterwards, shows the same as an honest wallet', expectSameAsHonest)
})

describe('a payment, when the daemon sends', () => {
  test.each(paymentLies)('error: $claim', async (lie) => {
    const { outcome, before, after, requests } = await scene.play(lie, scene.pay)
    expectText(outcome, lie)
    expect({ ...after, rings: before.rings }).toEqual(before)
    expect(requests).not.toContain('/send_raw_transaction')
  })

  test('honest answers afterwards, is sent', async () => {
    const honest: Lie = { claim: 'nothing false', text: '', tamper: () => unchanged }
    const { outcome, requests } = await scene.play(honest, scene.pay)
    expect(outcome).toMatchObject({ result: { tx_hash: expect.any(String) } })
    expect(requests).toContain('/send_raw_transaction')
  })
})

test.each(otherLies)('the test of another lie exists: $claim', ({ test }) => {
  expect(existsSync(`tests/${test}`)).toBe(true)
})

test('docs/trust.md lists these lies', () =>
  expect(page()).toMatchFileSnapshot('../../docs/trust.md'))
