import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyOf, mostReplaced } from '../../../../worker/engine/store/history.ts'
import {
  eventIds,
  listenedLedger as scene,
  Listener,
  SimulatedLedger,
  type Payment,
} from '../../../support/wallets/simulated-ledger.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

const [x, y, z, w] = ['x', 'y', 'z', 'w'].map((name): Payment => ({ name })) as [
  ...[Payment, Payment, Payment, Payment],
]
const { confirmed, received, unlocked } = eventIds
const replacedFrom = (height: number) =>
  expect.stringMatching(new RegExp(`^${height}/reorganised/`))

describe('a listener that reconnects', () => {
  test.each([
    ['is mined', [x]],
    ['is dropped', []],
  ])('after a pool transaction receives all later events, whether it %s', async (_, mined) => {
    const { books, listener } = await scene(w)
    await books.wait(x)
    expect(listener.ids()).toEqual([confirmed(w, 135), received(x)])
    listener.go()
    await books.mineTo(145n)
    await books.mine([y])
    await books.mineTo(150n)
    await books.mine(mined)
    await books.drop('x')
    await books.mineTo(160n)
    expect(listener.catchUp(books)).toEqual([
      unlocked(w, 144),
      confirmed(y, 145),
      ...mined.map((each) => confirmed(each, 150)),
      unlocked(y, 154),
      ...mined.map((each) => unlocked(each, 159)),
    ])
    expect(listener.catchUp(books)).toEqual([])
  })

  test('receives replaced blocks and the payments of their successors', async () => {
    const { books, listener } = await scene()
    await books.mineTo(195n)
    await books.mine([x])
    await books.mineTo(200n)
    await books.mine([y])
    expect(listener.ids()).toEqual([confirmed(x, 195), confirmed(y, 200)])
    listener.go()
    await books.replace(195n, [])
    await books.replace(197n, [y])
    expect(listener.catchUp(books)).toEqual([
      replacedFrom(195),
      replacedFrom(197),
      confirmed(y, 197),
    ])
    expect(listener.counting()).toEqual(new Set(books.standing()))
    expect(listener.catchUp(books)).toEqual([])
  })

  test('receives payments and unlocks again after a deep reorganisation', async () => {
    const { books, listener } = await scene(x)
    await books.mine([y])
    await books.mineTo(180n)
    expect(listener.ids()).toEqual([
      confirmed(x, 135),
      confirmed(y, 140),
      unlocked(x, 144),
      unlocked(y, 149),
    ])
    listener.go()
    await books.replace(138n, [y], 60)
    expect(listener.catchUp(books)).toEqual([
      replacedFrom(138),
      confirmed(y, 138),
      unlocked(x, 144),
      unlocked(y, 147),
    ])
  })

  test('receives the final state after more reorganisations than the history keeps', async () => {
    const { books, listener } = await scene()
    await books.mine([x])
    listener.go()
    for (let times = 0; times < 150; times++) await books.replace(139n, [x, y])
    const ids = listener.catchUp(books)
    expect(ids.filter((id) => id.includes('reorganised'))).toHaveLength(mostReplaced)
    expect(ids.slice(-4)).toEqual([
      confirmed(x, 139),
      confirmed(y, 139),
      unlocked(x, 148),
      unlocked(y, 148),
    ])
    expect(listener.counting()).toEqual(new Set(books.standing()))
  })

  test('receives a merged reorganisation though it received the first part before', async () => {
    const { books, listener } = await scene()
    await books.replace(100n, [y])
    await books.mine([x])
    await books.mineTo(160n)
    listener.go()
    for (let times = 0; times < mostReplaced; times++) await books.replace(books.height - 1n, [])
    expect(listener.catchUp(books)[0]).toEqual(replacedFrom(100))
    expect(listener.counting()).toEqual(new Set(books.standing()))
  })

  test('receives a reorganisation that was lost in transit', async () => {
    const { books, listener } = await scene()
    listener.go()
    await books.replace(137n, [])
    await books.replace(130n, [], 3)
    listener.come(books)
    listener.go(1)
    expect(listener.ids()).toEqual([replacedFrom(137)])
    expect(listener.catchUp(books)).toEqual([replacedFrom(130)])
  })

  test('receives payments found late in old blocks, and their unlocks', async () => {
    const { books, listener } = await scene(x)
    listener.go()
    await books.findLate(y, 20n)
    await books.findLate({ name: 'z', out: true }, 30n)
    await books.findLate(w, 138n)
    await books.mineTo(150n)
    expect(listener.catchUp(books)).toEqual([
      confirmed(y, 20),
      unlocked(y, 29),
      confirmed({ name: 'z', out: true }, 30),
      confirmed(w, 138),
      unlocked(x, 144),
      unlocked(w, 147),
    ])
  })

  test('receives unlocks of time locks', async () => {
    const books = new SimulatedLedger()
    const until = (name: string, seconds: bigint) => ({ name, unlockTime: books.time + seconds })
    const [soon, later, before] = [until('s', 1000n), until('l', 90_000n), until('b', -1000n)]
    const listener = new Listener()
    listener.come(books)
    await books.mine([soon, later, before])
    expect(listener.ids()).toEqual([soon, later, before].map((each) => confirmed(each, 1)))
    listener.go()
    books.pass(2000n)
    expect(listener.catchUp(books)).toEqual([])
    await books.mineTo(20n)
    const both = [unlocked(soon, 1), unlocked(before, 1)]
    listener.come(books)
    expect(listener.ids().slice(3)).toEqual(both)
    listener.go(1)
    expect(listener.catchUp(books)).toEqual(both)
    books.pass(90_000n)
    await books.mine([y])
    expect(listener.catchUp(books)).toEqual([unlocked(later, 1), confirmed(y, 20)])
  })

  test('continues at its start position when it received nothing', async () => {
    const { books, listener } = await scene()
    listener.go()
    await books.mine([x])
    expect(listener.catchUp(books)).toEqual([confirmed(x, 140)])
  })

  test('continues after any event, without duplicates', async () => {
    const { books, listener } = await scene()
    listener.go()
    for (const each of [x, { ...y, out: true }, z]) await books.mine([each])
    await books.mineTo(160n)
    const all = listener.catchUp(books)
    expect(all).toHaveLength(5)
    for (const [at, { id }] of [...listener.heard].entries()) {
      const again = new Listener()
      again.lastId = id
      expect(again.catchUp(books)).toEqual(all.slice(at + 1))
    }
  })
})

const pick = fc.nat(1000)
const unlock = fc.oneof(
  { weight: 4, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constant('height' as const) },
  { weight: 1, arbitrary: fc.constant('time' as const) },
)
const paid = fc.record({ out: fc.boolean(), waited: fc.boolean(), unlock, by: fc.nat(40) })
const some = fc.array(paid, { maxLength: 3 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('mine' as const), some, blocks: fc.nat(12) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('replace' as const),
      depth: fc.nat(25),
      some,
      again: pick,
      blocks: fc.nat(30),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('late' as const), one: paid, depth: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.nat(9_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rescan' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('come' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('go' as const), unread: fc.nat(6) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Paid = typeof paid extends fc.Arbitrary<infer T> ? T : never

/** Applies steps to a ledger and a listener. Each payment has a unique name. */
class Play {
  readonly books = new SimulatedLedger()
  readonly listener = new Listener()
  #next = 0

  async play(step: Step): Promise<void> {
    const { books, listener } = this
    if (step.do === 'come') listener.come(books)
    else if (step.do === 'go') listener.go(step.unread)
    else if (step.do === 'pass') books.pass(BigInt(step.seconds))
    else if (step.do === 'rescan') await books.rescan()
    else if (step.do === 'wait') await books.wait({ name: this.#name() })
    else if (step.do === 'drop') {
      const waiting = [...books.store.pool.keys()]
      if (waiting.length > 0) await books.drop(waiting[step.which % waiting.length]!)
    } else if (step.do === 'mine') await books.mine(step.some.map(this.#pay), step.blocks + 1)
    else if (step.do === 'late') await books.findLate(this.#pay(step.one), this.#below(step.depth))
    else await this.#replace(step)
  }

  /** Some payments of the replaced blocks are in their successors too. */
  async #replace({ depth, some, again, blocks }: Extract<Step, { do: 'replace' }>) {
    const from = this.#below(depth)
    const { received, sent } = this.books.store
    const kept = [...received.rows].flatMap(([name, { height, unlockTime }], at) =>
      height >= from && (again >> (at % 10)) & 1 ? [{ name, unlockTime }] : [],
    )
    const sentAgain = [...sent.values()].flatMap(({ height = 0n, txid }, at) =>
      height >= from && (again >> (at % 10)) & 1 ? [{ name: nameOf(txid), out: true }] : [],
    )
    await this.books.replace(from, [...kept, ...sentAgain, ...some.map(this.#pay)], blocks + 1)
  }

  #below(depth: number): bigint {
    const { height } = this.books
    return height > BigInt(depth) + 1n ? height - BigInt(depth) - 1n : 1n
  }

  #name = () => `p${this.#next++}`

  #pay = ({ out, waited, unlock, by }: Paid): Payment => {
    const { height, time, store } = this.books
    const [waiting] = store.pool.keys()
    const name = waited && waiting && !out ? waiting : this.#name()
    if (out || unlock === 'none') return { name, out }
    const unlockTime = unlock === 'height' ? height + BigInt(by) : time + 500n * BigInt(by - 10)
    return { name, unlockTime }
  }
}

const nameOf = (txid: string) => Buffer.from(txid, 'hex').toString().replaceAll('\0', '')

test('law: a listener that disconnects at any time receives every event that still holds at the end', async () => {
  const law = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const { books, listener, ...game } = newGame()
    listener.come(books)
    for (const each of steps) await game.play(each)
    listener.go()
    listener.come(books)
    const counting = listener.counting()
    expect(books.standing().filter((id) => !counting.has(id))).toEqual([])
    const { replaced } = historyOf(books.store)
    const blocks = replaced.map(({ number, height }) => `${height}/reorganised/${number}`)
    expect(blocks.filter((id) => !listener.ids().includes(id))).toEqual([])
    // No id is used for two events.
    const shown = new Map<string, string>()
    for (const { happening } of listener.heard) {
      const content = 'txid' in happening ? `${happening.name} ${happening.txid}` : happening.name
      expect(shown.get(happening.id) ?? content).toBe(content)
      shown.set(happening.id, content)
    }
    // A second connection receives nothing.
    listener.go()
    expect(listener.catchUp(books)).toEqual([])
  })
  await fc.assert(law, { seed: seed(), numRuns: count(500, 20_000) })
})

function newGame() {
  const game = new Play()
  return { books: game.books, listener: game.listener, play: (step: Step) => game.play(step) }
}
