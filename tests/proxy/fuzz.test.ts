import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { paths } from '../../proxy/routes.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const runs = { numRuns: count(200, 5000), seed: seed() }
const routes = ['/json_rpc', ...paths().map(({ route }) => route.path)]
const methods = Object.keys(rpc)

const path = fc.constantFrom(...routes)
const restricted = fc.boolean()
const number = fc.oneof(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), fc.integer())
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
  ),
}))
const names = [rpc, json, bin].flatMap((table) =>
  Object.values(table).flatMap(({ params }) => Object.keys(params)),
)
const params = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 })

// A bug would be reported, and `fakeProxy` throws what is reported.
const ask = (path: string, body: string | Uint8Array, restricted: boolean) =>
  fakeProxy(fakeNode(), { restricted }).request(path, {
    method: 'POST',
    body: body as Uint8Array<ArrayBuffer>,
  })
const known = [200, 400, 404, 413, 500]

describe('every request receives an answer', () => {
  test('bytes', async () => {
    const property = fc.asyncProperty(path, fc.uint8Array(), restricted, async (path, body, r) => {
      expect(known).toContain((await ask(path, body, r)).status)
    })
    await fc.assert(property, runs)
  })

  test('JSON', async () => {
    const property = fc.asyncProperty(path, params, restricted, async (path, body, r) => {
      expect(known).toContain((await ask(path, stringifyJson(body), r)).status)
    })
    await fc.assert(property, runs)
  })

  test('calls of methods', async () => {
    const call = fc.record(
      { id: value, method: fc.constantFrom(...methods), params: fc.oneof(params, value) },
      { requiredKeys: ['method'] },
    )
    const property = fc.asyncProperty(call, restricted, async (call, r) => {
      const answer = await ask('/json_rpc', stringifyJson(call), r)
      expect(answer.status).toBe(200)
    })
    await fc.assert(property, runs)
  })
})
