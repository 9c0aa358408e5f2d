/**
 * The run: every method in every circumstance, in an order in which no call spoils the next.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCase, memberCases, plainCases, type Case, type MethodName } from './cases/cases.ts'
import { rules } from './differences/rules.ts'
import { fundGroup, joiningCases, leaveGroup, openSeat } from './multisig-group.ts'
import {
  fund,
  openFull,
  openViewOnly,
  payments,
  remember,
  settle,
  shareOut,
  callBoth,
} from './history.ts'
import { isLeftOut } from './cases/excluded-calls.ts'
import {
  afterEachIn,
  inFull,
  inJoining,
  inMember,
  inNoWallet,
  inViewOnly,
} from './cases/call-order.ts'
import { NewerWallet } from './differences/newer-reference.ts'
import { readingOf } from './differences/params-read-differently.ts'
import { Record } from './record.ts'
import { askBoth, startScene, type Pair, type Scene } from './scene.ts'
import { withNames } from './both-wallets.ts'
import type { State } from './cases/wallet-states.ts'

export type Run = {
  record: Record
  scene: () => Scene
  /** Asks both all of this; what differs without a reason fails. */
  alike: (state: State, name: MethodName, cases: readonly Case[]) => Promise<void>
}

export type Asking = {
  isAsked?: (one: Case) => boolean
  fullCases?: (name: MethodName) => Case[]
}

/**
 * Declares the tests of the circumstances that every host knows.
 *
 * @param start - Starts both, on the node at `daemon`.
 * @param isAsked - Whether the host has this method.
 * @param fullCases - What a wallet with everything is asked.
 */
export function conformance(
  start: (daemon: string, node: Scene['node']) => Promise<Pair>,
  { isAsked = () => true, fullCases = everyCase }: Asking = {},
): Run {
  const record = new Record()
  const newer = new NewerWallet()
  let scene: Scene

  beforeAll(async () => void (scene = await startScene(start)))

  async function alike(state: State, name: MethodName, cases: readonly Case[]) {
    const unexplained: string[] = []
    const ask = async (one: Parameters<typeof askBoth>[1]) => {
      const answers = await askBoth(scene, one)
      // What both refused has changed nothing.
      if ('result' in answers.theirs || 'result' in answers.ours)
        await afterEachIn(state)[name]?.(scene)
      return answers
    }
    for (const one of isLeftOut(state, name) ? [] : cases.filter(isAsked)) {
      const expected = newer.answer(state, name, one)
      const asked = { name, one, state, expected, ...(await ask(one)) }
      const reading = record.agrees(asked) ? undefined : readingOf(name, one)
      const read = reading && { ...reading, ...(await ask(reading)) }
      unexplained.push(...record.add(read ? { ...asked, read } : asked))
    }
    expect(unexplained.join('\n')).toBe('')
  }

  describe('no wallet is open', () => {
    test.each(inNoWallet)('%s', (name) => alike('no wallet', name, plainCases(name)))
  })

  describe('a full wallet', () => {
    beforeAll(async () => {
      await openFull(scene)
      await fund(scene)
      await callBoth(scene, 'refresh')
    })

    test('sends payments of every kind', async () => {
      const giveBack = await shareOut(scene)
      const unexplained: string[] = []
      for (const { name, one } of payments) {
        const answers = await askBoth(scene, one)
        remember(scene, name, answers)
        const { given } = answers
        const asked = { name: one.method as MethodName, one, given, state: 'full' as const }
        const theirs = withNames(answers.theirs, scene.images, 'theirs')
        const ours = withNames(answers.ours, scene.images, 'ours')
        unexplained.push(...record.add({ ...asked, theirs, ours }))
      }
      await giveBack()
      await settle(scene)
      expect(unexplained.join('\n')).toBe('')
    })

    test.each(inFull)('%s', (name) => alike('full', name, fullCases(name)))
  })

  describe('a member of a group', () => {
    beforeAll(() => openSeat(scene))
    afterAll(() => leaveGroup(scene))

    const step = (at: number) => async () => {
      const cases = joiningCases(scene)[at]!
      await alike('joining', cases[0]!.method as MethodName, cases)
    }
    test('creates its key exchange message', step(0))
    test('creates the group', async () => {
      await step(1)()
      // What `auto_refresh` begins one of them would do at once, the other later.
      await callBoth(scene, 'refresh')
    })
    test.each(inJoining)('during the key exchange: %s', (name) =>
      alike('joining', name, plainCases(name)),
    )
    test('exchanges keys', step(2))
    test('verifies the keys of all members', step(3))

    describe('with funds', () => {
      beforeAll(() => fundGroup(scene))
      test.each(inMember)('%s', (name) => alike('member', name, memberCases(name)))
    })
  })

  describe('a view-only wallet', () => {
    beforeAll(() => openViewOnly(scene))

    test.each(inViewOnly)('%s', (name) => alike('view-only', name, plainCases(name)))
  })

  return { record, scene: () => scene, alike }
}

/** That each rule is there for something. */
export function unusedRules({ findings }: Record): string[] {
  const used = new Set(findings.map(({ rule }) => rule))
  return rules.filter((rule) => !used.has(rule)).map(({ why }) => why)
}
