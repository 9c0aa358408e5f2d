import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noOrder, orderNodes, type OrderedNode } from '../../../proxy/upstream/node-order.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const node = (latencyMs: number, more: Partial<OrderedNode> = {}): OrderedNode => ({
  answers: true,
  height: 100n,
  latencyMs,
  ...more,
})

/** The orders after probes; each lists the nodes from number 1 on. */
function ordersOf(...probes: OrderedNode[][]): string[] {
  let last = noOrder
  return probes.map((nodes) => {
    last = orderNodes(new Map(nodes.map((each, index) => [index + 1, each])), last)
    return last.order.join(' ')
  })
}

describe('the first order', () => {
  test('is by latency', () => {
    expect(ordersOf([node(30), node(10), node(20)])).toEqual(['2 3 1'])
  })

  test('has nodes within two blocks of the best before those behind', () => {
    const nodes = [node(10, { height: 97n }), node(30), node(20, { height: 98n })]
    expect(ordersOf(nodes)).toEqual(['3 2 1'])
  })

  test('has nodes that do not answer at the end, and their heights do not count', () => {
    const nodes = [node(Infinity, { answers: false, height: 900n }), node(30), node(20)]
    expect(ordersOf(nodes)).toEqual(['3 2 1'])
  })

  test('is by number for equal nodes', () => {
    const away = node(Infinity, { answers: false })
    expect(ordersOf([node(10), node(10), node(10)], [away, away, away])).toEqual(['1 2 3', '1 2 3'])
  })
})

describe('the first node', () => {
  test('keeps its place while no other is 30 % faster', () => {
    const orders = ordersOf([node(10), node(20)], [node(20), node(15)], [node(20), node(15)])
    expect(orders).toEqual(['1 2', '1 2', '1 2'])
  })

  test('is replaced by a node that is 30 % faster in two probes in a row', () => {
    const slow = [node(20), node(10)]
    const even = [node(20), node(20)]
    const orders = ordersOf([node(10), node(20)], slow, even, slow, slow)
    expect(orders).toEqual(['1 2', '1 2', '1 2', '1 2', '2 1'])
  })

  test('does not take its place back at once', () => {
    const orders = ordersOf(
      [node(10), node(20)],
      [node(20), node(10)],
      [node(20), node(10)],
      [node(5), node(10)],
      [node(5), node(10)],
    )
    expect(orders).toEqual(['1 2', '1 2', '2 1', '2 1', '1 2'])
  })

  test('is replaced at once when it is behind or away', () => {
    const behind = [node(10, { height: 90n }), node(20)]
    const away = [node(Infinity, { answers: false }), node(20)]
    expect(ordersOf([node(10), node(20)], behind)).toEqual(['1 2', '2 1'])
    expect(ordersOf([node(10), node(20)], away)).toEqual(['1 2', '2 1'])
  })
})

const nodes = fc.uniqueArray(
  fc.record({
    answers: fc.boolean(),
    height: fc.bigInt({ min: 1n, max: 9n }),
    latencyMs: fc.integer({ min: 1, max: 50 }),
  }),
  { selector: ({ latencyMs }) => latencyMs, minLength: 1, maxLength: 6 },
)
const runs = { numRuns: count(200, 20_000), seed: seed() }

describe('any order', () => {
  test('has every node once, and does not depend on the order of probes', () => {
    fc.assert(
      fc.property(
        fc.array(nodes, { minLength: 1, maxLength: 4 }).chain((probes) =>
          fc.record({
            probes: fc.constant(probes.map((each) => each.slice(0, probes[0]!.length))),
            shuffled: fc.shuffledSubarray([...probes[0]!.keys()], {
              minLength: probes[0]!.length,
            }),
          }),
        ),
        ({ probes, shuffled }) => {
          let [one, other] = [noOrder, noOrder]
          for (const probe of probes) {
            const entries = shuffled.flatMap((index): [number, OrderedNode][] =>
              probe[index] ? [[index + 1, probe[index]]] : [],
            )
            const inOrder = [...entries].sort(([a], [b]) => a - b)
            one = orderNodes(new Map(inOrder), one)
            other = orderNodes(new Map(entries), other)
            expect(other.order).toEqual(one.order)
            expect([...one.order].sort()).toEqual(inOrder.map(([number]) => number).sort())
          }
        },
      ),
      runs,
    )
  })

  test('does not change while the answers stay the same for three probes', () => {
    fc.assert(
      fc.property(nodes, nodes, (before, after) => {
        const orders = ordersOf(before, after, after, after, after)
        expect(orders[4]).toBe(orders[3])
      }),
      runs,
    )
  })
})
