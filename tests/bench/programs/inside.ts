/**
 * Functions that run inside the worker of the engine, or in its page. Each function is sent as source
 * text, so it uses no outer variables.
 *
 * @module
 */

/** The globals that {@link installAsk} adds to the worker. */
type AskGlobal = {
  /** Calls a wallet method; returns the outcome that the page receives. */
  ask: (method: string, params: object) => Promise<unknown>
}

/** Lets the worker call itself with the Comlink messages of the page. */
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

/** Whether the engine answers within a moment. */
export function answersInside() {
  const { ask } = globalThis as unknown as AskGlobal
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 100))
  return Promise.race([ask('list_wallets', {}).then(() => true), late])
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

/** Milliseconds of a call, and its error. */
export async function timeInside([method, text]: Asked) {
  const { ask } = globalThis as unknown as AskGlobal
  const params = JSON.parse(text) as object
  const start = performance.now()
  const outcome = (await ask(method, params)) as Outcome
  return { ms: performance.now() - start, error: outcome.error?.message }
}

/** Milliseconds of the first request of a refresh, measured in the browser alone. */
export async function requestInside() {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'get_info', params: {} })
  const start = performance.now()
  const answer = await fetch('/json_rpc', { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return performance.now() - start
}

/**
 * Refreshes, and returns the balance for each request of another thread during the refresh.
 *
 * A call is timed from its request, including the delay in the worker, and separately from its start in
 * the worker. Timers of the worker would be late, because browsers combine timers that are due soon.
 *
 * @param asking - Path of a worker that posts the current time for each request, in milliseconds since 1970.
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
 * Measures the delay of timers in an idle thread: the effect of other load on every call.
 * Ends when `stopTimers` is set.
 *
 * @returns Milliseconds of each delay.
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
