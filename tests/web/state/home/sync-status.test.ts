import { expect, test } from 'vitest'
import { syncStatus } from '../../../../web/state/home/sync-status.ts'

type Session = Parameters<typeof syncStatus>[0]
type Wallet = Parameters<typeof syncStatus>[1]

const session = { state: undefined, online: true, problem: undefined } as unknown as Session
const wallet: Wallet = {
  comparison: undefined,
  upToDate: false,
  synced: false,
  checking: false,
  target: 0n,
}
const problem = {} as Session['problem']

test.each<[string, Partial<Session>, Partial<Wallet>]>([
  ['Kept offline', { state: { offline: true } as unknown as Session['state'], online: false }, {}],
  ['Offline', { online: false }, { synced: true }],
  ['Sync problem', { online: false, problem: problem! }, {}],
  ['Up to date', {}, { target: 5n, synced: true, upToDate: true }],
  ['Checking new blocks', {}, { target: 5n, synced: true, checking: true }],
  ['No recent blocks', {}, { target: 5n, synced: true }],
  ['Scanning', {}, { target: 5n }],
  ['Connecting…', {}, {}],
])('%s', (words, ofSession, ofWallet) => {
  const status = syncStatus(Object.assign({}, session, ofSession), { ...wallet, ...ofWallet })
  expect(status.words).toBe(words)
})

test('two nodes that disagree come before everything but a missing connection', () => {
  const comparison = { disagreement: {} } as unknown as Wallet['comparison']
  const status = syncStatus(session, { ...wallet, comparison, synced: true, upToDate: true })
  expect(status).toEqual({ words: 'Nodes disagree', mark: 'warning' })
})
