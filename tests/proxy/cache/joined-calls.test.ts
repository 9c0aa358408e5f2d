import { describe, expect, test } from 'vitest'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { pathUnavailable, reply } from '../../../proxy/replies.ts'
import {
  jsonAnswer,
  pending,
  rpcAnswer,
  scene,
  settled,
} from '../../support/daemons/scripted-backend.ts'

const ok = '{"height": 7,"status": "OK"}'

/** A cache in front of a node that answers when the test says so. */
function waitingScene(mostBytes = 8 * 1024 * 1024) {
  const answers: ((response: Response) => void)[] = []
  const made = scene({
    answer: ({ signal }) => {
      const { promise, resolve } = pending<Response>()
      answers.push(resolve)
      signal.addEventListener('abort', () =>
        resolve(pathUnavailable(new UpstreamUnavailable('lost'))),
      )
      return promise
    },
    mostBytes,
  })
  return { ...made, answers }
}
const textOf = async (answer: Promise<Response>) => (await answer).text()

describe('equal requests in flight', () => {
  test('are one request, in the name of no client', async () => {
    const { json, sent, answers } = waitingScene()
    const asked = Array.from({ length: 200 }, (_, at) =>
      textOf(json('get_height', {}, { client: `10.0.0.${at}` })),
    )
    await settled()
    expect(sent.map(({ call }) => call.client)).toEqual([''])
    answers[0]!(jsonAnswer(ok))
    expect(await Promise.all(asked)).toEqual(Array(200).fill(ok))
  })

  test('are joined also while the state is unknown', async () => {
    const { json, sent, state } = waitingScene()
    state.tip = state.pool = state.top = undefined
    void json('get_height')
    void json('get_height')
    await settled()
    expect(sent).toHaveLength(1)
  })

  test('are joined for rings', async () => {
    const { json, sent } = waitingScene()
    void json('get_outs', { outputs: [{ index: 5 }] })
    void json('get_outs', { outputs: [{ index: 5 }] })
    void json('get_outs', { outputs: [{ index: 6 }] })
    await settled()
    expect(sent).toHaveLength(2)
  })

  test('are not joined if the state has changed since the first was sent', async () => {
    const { json, state, sent, answers } = waitingScene()
    const first = textOf(json('get_height'))
    state.tip = 'b'
    const second = textOf(json('get_height'))
    const third = textOf(json('get_height'))
    await settled()
    expect(sent).toHaveLength(2)
    answers[0]!(jsonAnswer('{"status": "OK","old": 1}'))
    answers[1]!(jsonAnswer(ok))
    expect(await Promise.all([first, second, third])).toEqual(['{"status": "OK","old": 1}', ok, ok])
    // The old answer is not kept.
    expect(await textOf(json('get_height'))).toBe(ok)
    expect(sent).toHaveLength(2)
  })

  test('error: all receive the failure of the node', async () => {
    const { json, rpc, answers } = waitingScene()
    const paths = [json('get_height'), json('get_height')]
    await settled()
    answers[0]!(pathUnavailable(new UpstreamUnavailable('timeout')))
    for (const answer of await Promise.all(paths)) expect(answer.status).toBe(504)
    const methods = [rpc('get_block_count', [], { id: 1 }), rpc('get_block_count', [], { id: 2 })]
    await settled()
    answers[1]!(reply(500, 'application/json', ''))
    for (const answer of await Promise.all(methods)) expect(answer.status).toBe(500)
  })

  test('error: all receive a failure when the answer ends early', async () => {
    const { rpc, answers, cache } = waitingScene()
    const asked = [1, 2].map((id) => textOf(rpc('get_block_count', [], { id })))
    await settled()
    answers[0]!(
      new Response(
        new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }),
      ),
    )
    const failures = (await Promise.all(asked)).map((text) => JSON.parse(text) as unknown)
    expect(failures).toMatchObject([
      { error: { code: -32000 }, id: 1 },
      { error: { code: -32000 }, id: 2 },
    ])
    expect(cache.counters().answers).toBe(0)
  })

  test('error: a bug of the backend reaches all, and later calls are sent again', async () => {
    let bugs = 0
    const { json } = scene({
      answer: async () => {
        if (bugs++ > 0) return jsonAnswer(ok)
        await settled()
        throw new TypeError('bug')
      },
    })
    const asked = [json('get_height'), json('get_height')]
    for (const each of asked) await expect(each).rejects.toThrow('bug')
    expect(await textOf(json('get_height'))).toBe(ok)
  })
})

describe('a client that disconnects', () => {
  test('leaves the others their answer, also if its request was sent', async () => {
    const { json, sent, answers } = waitingScene()
    const gone = new AbortController()
    const first = json('get_height', {}, { signal: gone.signal })
    const second = textOf(json('get_height'))
    await settled()
    gone.abort()
    expect((await first).status).toBe(502)
    expect(sent[0]!.signal.aborted).toBe(false)
    answers[0]!(jsonAnswer(ok))
    expect(await second).toBe(ok)
    expect(sent).toHaveLength(1)
  })

  test('ends the request if it is the last one', async () => {
    const { json, sent, cache } = waitingScene()
    const gone = [new AbortController(), new AbortController()]
    const asked = gone.map(({ signal }) => json('get_height', {}, { signal }))
    await settled()
    gone[1]!.abort()
    await settled()
    expect(sent[0]!.signal.aborted).toBe(false)
    gone[0]!.abort()
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(502)
    expect(sent[0]!.signal.aborted).toBe(true)
    expect(cache.counters().answers).toBe(0)
  })

  test('ends no later request: that is sent anew', async () => {
    const { json, sent, answers } = waitingScene()
    const gone = new AbortController()
    const first = json('get_height', {}, { signal: gone.signal })
    await settled()
    gone.abort()
    const second = textOf(json('get_height'))
    await settled()
    expect(sent).toHaveLength(2)
    answers[1]!(jsonAnswer(ok))
    expect(await second).toBe(ok)
    expect((await first).status).toBe(502)
  })

  test('before its call gets no answer', async () => {
    const { json, sent } = waitingScene()
    const answer = await json('get_height', {}, { signal: AbortSignal.abort() })
    expect(answer.status).toBe(502)
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true)
  })
})

describe('an answer above the bound', () => {
  const MiB = 1024 * 1024
  const long = `{"status": "OK","x": "${'x'.repeat(MiB)}"}`

  test.each([
    ['of a known length', () => jsonAnswer(long)],
    ['of an unknown length', () => reply(200, 'application/json', new Blob([long]).stream())],
  ])('%s is streamed to the first client, the others ask for themselves', async (_, answer) => {
    const { json, sent, answers, cache } = waitingScene()
    const asked = ['a', 'b', 'c'].map((client) => textOf(json('get_height', {}, { client })))
    await settled()
    answers[0]!(answer())
    await expect.poll(() => sent.length).toBe(3)
    answers[1]!(answer())
    answers[2]!(answer())
    expect((await Promise.all(asked)).map((text) => text === long)).toEqual([true, true, true])
    expect(sent.map(({ call }) => call.client)).toEqual(['', 'b', 'c'])
    expect(cache.counters()).toMatchObject({ answers: 0, misses: 1, passed: 2, joined: 0 })
  })

  test('of a call with a higher bound is kept', async () => {
    const { json, sent, answers } = waitingScene(64 * MiB)
    const asked = textOf(json('get_transaction_pool'))
    await settled()
    answers[0]!(jsonAnswer(long))
    expect((await asked).length).toBe(long.length)
    expect((await textOf(json('get_transaction_pool'))).length).toBe(long.length)
    expect(sent).toHaveLength(1)
  })

  test('arrives as it is read, and a client that stops reading ends it', async () => {
    const { json, answers } = waitingScene()
    let cancelled: unknown
    const asked = json('get_height')
    await settled()
    const piece = new Uint8Array(MiB)
    answers[0]!(
      reply(
        200,
        'application/json',
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(piece),
          cancel: (reason) => void (cancelled = reason),
        }),
      ),
    )
    const reader = (await asked).body!.getReader()
    for (let i = 0; i < 5; i++) expect((await reader.read()).value).toHaveLength(MiB)
    await reader.cancel('enough')
    expect(cancelled).toBe('enough')
  })

  test('ends with its client', async () => {
    const { json, sent, answers } = waitingScene()
    const gone = new AbortController()
    const asked = json('get_height', {}, { signal: gone.signal })
    await settled()
    answers[0]!(jsonAnswer(long))
    await asked
    expect(sent[0]!.signal.aborted).toBe(false)
    gone.abort()
    expect(sent[0]!.signal.aborted).toBe(true)
  })

  test('is dropped if its client has gone, and the others ask for themselves', async () => {
    const { json, sent, answers } = waitingScene()
    const gone = new AbortController()
    const first = json('get_height', {}, { signal: gone.signal })
    const second = textOf(json('get_height', {}, { client: 'b' }))
    await settled()
    gone.abort()
    let isCancelled = false
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) })
    answers[0]!(reply(200, 'application/json', body, { 'content-length': String(2 * MiB) }))
    await expect.poll(() => sent.length).toBe(2)
    answers[1]!(jsonAnswer(ok))
    expect(await second).toBe(ok)
    expect((await first).status).toBe(502)
    expect(isCancelled).toBe(true)
    expect(sent[0]!.signal.aborted).toBe(true)
  })

  test('includes each that does not fit beside those being read', async () => {
    const { json, sent, answers, cache } = waitingScene(1_000)
    const ask = (image: string) => json('is_key_image_spent', { key_images: [image] })
    const [first, second] = [textOf(ask('a')), textOf(ask('b'))]
    await settled()
    const gate = pending<void>()
    const text = `{"status": "OK","x": "${'x'.repeat(600)}"}`
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await gate.promise
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    })
    answers[0]!(reply(200, 'application/json', slow, { 'content-length': String(text.length) }))
    await settled()
    answers[1]!(jsonAnswer(text))
    expect(await second).toBe(text)
    gate.resolve()
    expect(await first).toBe(text)
    expect(sent).toHaveLength(2)
    // The first would be kept, but is too long with what it needs beside its bytes.
    expect(cache.counters().answers).toBe(0)
  })
})

describe('a client with many requests', () => {
  const ask = (made: ReturnType<typeof waitingScene>, at: number, client: string) =>
    made.rpc('get_block_header_by_height', { height: at }, { client })

  test('has eight sent in the name of all, and the others in its own', async () => {
    const made = waitingScene()
    for (let at = 0; at < 10; at++) void ask(made, at, 'busy')
    void ask(made, 10, 'other')
    await settled()
    expect(made.sent.map(({ call }) => call.client)).toEqual([
      ...Array<string>(8).fill(''),
      'busy',
      'busy',
      '',
    ])
  })

  test('may begin others when some have ended', async () => {
    const made = waitingScene()
    for (let at = 0; at < 8; at++) void ask(made, at, 'busy')
    await settled()
    made.answers[0]!(rpcAnswer('0', '{"status": "OK"}'))
    await settled()
    void ask(made, 20, 'busy')
    await settled()
    expect(made.sent.at(-1)!.call.client).toBe('')
  })

  test('makes no other client wait for a request in its own name', async () => {
    const made = waitingScene()
    for (let at = 0; at < 9; at++) void ask(made, at, 'busy')
    void ask(made, 8, 'busy')
    void ask(made, 8, 'other')
    void ask(made, 8, 'third')
    await settled()
    expect(made.sent.map(({ call }) => call.client).slice(8)).toEqual(['busy', ''])
  })
})
