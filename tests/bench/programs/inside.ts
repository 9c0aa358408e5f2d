/**
 * What is run inside the engine's worker, or the page beside it. Each function is sent there as its own text: it uses
 * nothing from outside itself.
 *
 * @module
 */

/** What {@link installAsk} adds to the worker's globals. */
type AskGlobal = {
  /** Calls a wallet method; the outcome as the page gets it. */
  ask: (method: string, params: object) => Promise<unknown>
}

/** Lets the worker call itself as the page does, by Comlink's messages, without leaving it. */
export function installAsk() {
  type Message = { id?: string; value?: unknown }
  type Post = (message: Message, ...more: unknown[]) => void
  const scope = globalThis as unknown as AskGlobal & EventTarget & { postMessage: Post }
  const waiting = new Map<string, (value: unknown) => void>()
  const post = scope.postMessage.bind(scope)
  scope.postMessage = (message, ...more) => {
    const resolve = waiting.get(message.id ?? '')
    if (!resolve) return post(message, ...more)
    waiting.delete(message.id!)
    resolve(message.value)
  }
  scope.ask = (method, params) =>
    new Promise((resolve) => {
      const id = crypto.randomUUID()
      waiting.set(id, resolve)
      const argumentList = [method, params].map((value) => ({ type: 'RAW', value }))
      const data = { id, type: 'APPLY', path: ['call'], argumentList }
      scope.dispatchEvent(new MessageEvent('message', { data }))
    })
}

type Outcome = { error?: { message: string } }

/** A method, and its params as JSON. */
type Asked = readonly [method: string, params: string]

/** Outcome of a call as JSON, with bare integers; those of the params that are no exact numbers are bigints. */
export async function askInside([method, params]: Asked) {
  const { ask } = globalThis as unknown as AskGlobal
  type Reviver = (name: string, value: unknown, context: { source: string }) => unknown
  const { parse, rawJSON } = JSON as unknown as {
    parse: (text: string, reviver: Reviver) => object
    rawJSON: (text: string) => unknown
  }
  const exact: Reviver = (_, value, { source }) =>
    typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? BigInt(source)
      : value
  const outcome = await ask(method, parse(params, exact))
  return JSON.stringify(outcome, (_, value: unknown) =>
    typeof value === 'bigint' ? rawJSON(String(value)) : value,
  )
}

/** Milliseconds of a call, and what it was refused with. */
export async function timeInside([method, text]: Asked) {
  const { ask } = globalThis as unknown as AskGlobal
  const params = JSON.parse(text) as object
  const start = performance.now()
  const outcome = (await ask(method, params)) as Outcome
  return { ms: performance.now() - start, error: outcome.error?.message }
}

/** Milliseconds of the request that a refresh begins with, of nothing but the browser. */
export async function requestInside() {
  const headers = { 'content-type': 'application/json' }
  const start = performance.now()
  const answer = await fetch('/get_info', { method: 'POST', headers, body: '{}' })
  await answer.arrayBuffer()
  return performance.now() - start
}

/**
 * Refreshes, and gives the balance whenever another thread asks for it, until that is done.
 *
 * A call counts from the moment it was asked, with what kept the worker from beginning it, and besides
 * from when the worker began it. By timers of its own the worker would ask too late: browsers wait
 * for others that are due soon.
 *
 * @param asking - Path of a worker that posts the time, since 1970, whenever it asks.
 * @returns Milliseconds of each call.
 */
export async function balanceWhileRefreshing(
  asking: string,
): Promise<{ sinceAsked: number[]; sinceBegun: number[] }> {
  const { ask } = globalThis as unknown as AskGlobal
  const samples = { sinceAsked: [] as number[], sinceBegun: [] as number[] }
  const other = new Worker(asking)
  other.onmessage = async ({ data: asked }: MessageEvent<number>) => {
    const begun = performance.now()
    await ask('get_balance', { account_index: 0 })
    const now = performance.now()
    samples.sinceAsked.push(performance.timeOrigin + now - asked)
    samples.sinceBegun.push(now - begun)
  }
  const outcome = (await ask('refresh', {})) as Outcome
  other.terminate()
  if (outcome.error) throw new Error(`refresh: ${outcome.error.message}`)
  return samples
}

/**
 * How late timers are in a thread that has next to nothing to do: what the machine's other work does
 * to every call. Ends when `stopTimers` is set.
 *
 * @returns Milliseconds of each, from when it was due.
 */
export async function timersMeanwhile(everyMs: number): Promise<number[]> {
  const scope = globalThis as { stopTimers?: boolean }
  const samples: number[] = []
  for (let due = performance.now() + everyMs; !scope.stopTimers; due += everyMs) {
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    samples.push(performance.now() - due)
  }
  return samples
}
