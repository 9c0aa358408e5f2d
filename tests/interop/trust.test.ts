/**
 * The lies of `docs/trust.md` for which one wallet is enough, each sent by a proxy in front of a real monerod. The folder
 * `trust/` has the others.
 */
import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WalletEvent } from '../../worker/engine/base/events.ts'
import type { Outcome } from '../../worker/rpc/dispatch.ts'
import { unchanged } from '../support/network/tampering-proxy.ts'
import type { Result } from '../support/programs/monerod.ts'
import { blockLies } from '../support/trust/block-lies.ts'
import { endured } from '../support/trust/endured-lies.ts'
import type { Lie } from '../support/trust/lie.ts'
import { mainnetLies } from '../support/trust/mainnet-lies.ts'
import { otherLies } from '../support/trust/other-lies.ts'
import { paymentLies } from '../support/trust/payment-lies.ts'
import { poolLies } from '../support/trust/pool-lies.ts'
import { startTrustScene, type TrustScene } from '../support/trust/scene.ts'
import { patternOf } from '../support/trust/shown-text.ts'
import { page } from '../support/trust/table.ts'

let scene: TrustScene

beforeAll(async () => {
  scene = await startTrustScene()
})

const honest: Lie = { claim: 'nothing false', text: '', tamper: () => unchanged }

/** The text of the table; `…` stands for anything. */
const textOf = ({ text }: Lie) => new RegExp(patternOf(text) + '$')

function expectText(outcome: Outcome, lie: Lie) {
  const message = 'error' in outcome ? outcome.error.message : 'no error'
  expect(message).toMatch(new RegExp(`^${textOf(lie).source}`))
}

const feeOf = (outcome: Outcome) => ('result' in outcome ? (outcome.result as Result).fee : outcome)

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

describe('the first refresh of a wallet of mainnet, when the daemon sends', () => {
  test.each(mainnetLies)('error: $claim', async (lie) => {
    const { outcome, known, stop } = await scene.playNew(lie, 'mainnet', lie.restoreHeight)
    expectText(outcome, lie)
    expect(known).toEqual({ height: 1n, outputs: 0 })
    await stop()
  })
})

describe('a refresh of the pool, when the daemon sends', () => {
  beforeAll(() => scene.receive(1))
  test.each(poolLies)('error: $claim', expectRefreshRefused)
  test('an honest pool afterwards, shows the same as an honest wallet', expectSameAsHonest)
})

describe('a payment, when the daemon sends', () => {
  test.each(paymentLies)('error: $claim', async (lie) => {
    const { outcome, before, after, requests } = await scene.play(lie, () => scene.pay())
    expectText(outcome, lie)
    expect({ ...after, rings: before.rings }).toEqual(before)
    expect(requests).not.toContain('/send_raw_transaction')
  })

  test('honest answers afterwards, is sent', async () => {
    const { outcome, requests } = await scene.play(honest, () => scene.pay())
    expect(outcome).toMatchObject({ result: { tx_hash: expect.any(String) } })
    expect(requests).toContain('/send_raw_transaction')
  })
})

describe('what a daemon sends without an effect that lasts', () => {
  test(endured.adjustedTime.claim, async () => {
    await scene.play(endured.adjustedTime, () => scene.call('refresh'))
    const { time, now } = scene.wallet.sync.view()
    expect(time - now).toBe(7_200n + 120n)
  })

  test(endured.vanished.claim, async () => {
    await scene.receive(1)
    await scene.call('refresh')
    const seen: WalletEvent[] = []
    const stop = scene.wallet.events.subscribe(
      (event) => event.name === 'warning' && seen.push(event),
    )
    await scene.play(endured.vanished, () => scene.call('refresh'), false)
    stop()
    expect(seen).toContainEqual(expect.objectContaining({ problem: 'vanished' }))
  })

  test.each([endured.outputTooMany, endured.blockTooFull])('$claim', async (lie) => {
    const { outcome, lines, pay, stop } = await scene.playNew(lie, 'fakechain', 80n)
    expect(outcome).toHaveProperty('result')
    expect(lines).toContainEqual(expect.stringMatching(textOf(lie)))
    expectText(await pay(), lie)
    await stop()
  })

  test(endured.readCounts.claim, async () => {
    const { outcome, lines, pay, stop } = await scene.playNew(endured.readCounts, 'fakechain', 80n)
    expect(outcome).toHaveProperty('result')
    expect(lines.filter((line) => line.includes('counts'))).toEqual([])
    expect(await pay({ do_not_relay: true })).toHaveProperty('result')
    await stop()
  })

  test(endured.backlog.claim, async () => {
    const params = { priority: 0, do_not_relay: true }
    const honest = await scene.pay(params)
    const { outcome } = await scene.play(endured.backlog, () => scene.pay(params))
    expect(feeOf(outcome)).toBe(feeOf(honest))
  })

  test(endured.silence.claim, async () => {
    const { outcome, bodies } = await scene.play(endured.silence, () => scene.pay())
    expectText(outcome, endured.silence)
    const later = await scene.play(honest, () => scene.pay())
    expect(later.outcome).toHaveProperty('result')
    expect(bodies.length).toBeGreaterThan(0)
    // A closed connection is tried once more.
    expect(new Set(later.bodies)).toEqual(new Set(bodies))
  })

  test(endured.refusal.claim, async () => {
    await scene.node.mine(11)
    await scene.call('refresh')
    const payments = async () => {
      const outcome = await scene.call('get_transfers', { out: true, pending: true, failed: true })
      const {
        out = [],
        pending = [],
        failed = [],
      } = 'result' in outcome ? (outcome.result as Result) : {}
      return [out, pending, failed].map((list) => list.length)
    }
    const [mined] = await payments()
    const { outcome } = await scene.play(endured.refusal, () => scene.pay())
    expectText(outcome, endured.refusal)
    expect(await payments()).toEqual([mined, 0, 1])
    await scene.node.mine(1)
    await scene.play(honest, () => scene.call('refresh'))
    expect(await payments()).toEqual([mined + 1, 0, 0])
  })
})

test.each(otherLies)('the test of another lie exists: $claim', ({ claim, test }) => {
  const file = `tests/${test}`
  expect(existsSync(file)).toBe(true)
  if (/^(interop\/trust|e2e)\//.test(test)) expect(readFileSync(file, 'utf8')).toContain(claim)
})

test('docs/trust.md lists these lies', () =>
  expect(page()).toMatchFileSnapshot('../../docs/trust.md'))
