/** Two payments with the same candidates and other real members send the same requests, byte by byte. */
import { expect, test } from 'vitest'
import { proxyFiles } from '../../../../../worker/adapters/proxy-files.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import { GroupedCandidates } from '../../../../../worker/engine/payments/rings/grouped-candidates.ts'
import { Store } from '../../../../../worker/engine/store/store.ts'
import { groupsOf, memberFeed } from '../../../../support/feed/member-feed.ts'
import { ringScene } from '../../../../support/spending/ring-scene.ts'

const outputs = 4000
const view = { height: BigInt(outputs), time: 1_700_000_000n, v2Height: 1n }

/** 75 candidates of the whole chain, new ones among them; the settled ones end below 3000. */
const candidatesFrom = (first: number) => Array.from({ length: 75 }, (_, at) => first + at * 53)
const lists = [candidatesFrom(7), candidatesFrom(40)]

/** The outputs that one payment spends, and those that the other one does. */
const spends = [
  [lists[0]![3]!, lists[1]![70]!],
  [lists[0]![74]!, lists[1]![0]!],
]

const { chain, mint, ownAt, source } = ringScene({ outputs })
const own = new Map(spends.flat().map((index) => [index, ownAt(index)]))
const made = memberFeed({
  blocks: Array.from({ length: outputs }, () => 1),
  size: 250,
  settled: 12,
  outputAt: (index) => ({ ...chain.lie(index, mint.candidateAt(index)), unlockTime: 0n }),
})
const { newGroup } = made

/** Pays with two outputs of ours. @returns Every request as text, requests by index, and the rings. */
async function pay(spent: readonly number[]) {
  const sent: string[] = []
  const { signal } = new AbortController()
  const files = proxyFiles('/node', signal, async (url, { signal: _, ...init }) => {
    sent.push(`GET ${url} ${JSON.stringify(init)}`)
    const name = url.slice('/node/feed/v1/'.length)
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(init.headers?.['range'] ?? '') ?? []
    const part = from && to && { offset: Number(from), length: Number(to) - Number(from) + 1 }
    const bytes = await made.feedFile(name, false, part || undefined)
    if (!bytes) return new Response('Not found', { status: 404 })
    const range = { 'content-range': `bytes ${from}-${to}/9999999` }
    return new Response(bytes, part ? { status: 206, headers: range } : {})
  })
  const store = new Store(() => Promise.resolve())
  const outputs = spent.map((index) => own.get(index)!)
  await store.commit((change) => {
    for (const [at, { key }] of outputs.entries()) {
      const record = { real: spent[at]!, candidates: lists[at]!, height: view.height }
      change.put(store.rings, key, record)
    }
  })
  const daemon = { ...chain.daemon, ...files } as Daemon
  const grouped = new GroupedCandidates({
    ports: { log: () => {} },
    network: 'fakechain',
    daemonName: () => 'first:18081',
    scanFeed: () => 720,
  }).ofPayment(daemon, view)
  chain.asked.length = 0
  const rings = await source({ grouped, daemon, store }).rings(outputs)
  return { sent, rings, asked: [...chain.asked] }
}

test('requests do not say which of the candidates are ours', async () => {
  made.newGroup = newGroup
  const [first, second] = [await pay(spends[0]!), await pay(spends[1]!)]
  expect(first.sent).toEqual(second.sent)
  expect([first.asked, second.asked]).toEqual([[], []])
  // The index, and each group once; one that two files share has two parts.
  const groups = groupsOf(lists.flat())
  const live = groups.filter((group) => (group + 1) * 128 > 3000)
  const names = first.sent.map((each) => each.split(' ')[1]!.slice('/node/feed/v1/'.length))
  expect(names[0]).toBe('index.json')
  expect(names.filter((name) => name.startsWith('groups/'))).toEqual(
    live.map((group) => `groups/${group}`),
  )
  expect(new Set(first.sent).size).toBe(first.sent.length)
  const settled = first.sent.filter((each) => each.includes('/members/'))
  expect(settled.length).toBeGreaterThanOrEqual(groups.length - live.length)
  const realOf = ({ rings }: typeof first) =>
    rings.map(({ members, realIndex }) => members[realIndex]!.globalIndex)
  expect([realOf(first), realOf(second)]).toEqual(spends)
})

test('nor do those by index, where a group is missing', async () => {
  made.newGroup = () => undefined
  const [first, second] = [await pay(spends[0]!), await pay(spends[1]!)]
  expect(first.sent).toEqual(second.sent)
  expect(first.asked).toEqual([lists.flat().map(BigInt)])
  expect(second.asked).toEqual(first.asked)
})
