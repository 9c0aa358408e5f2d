import { describe, expect, test } from 'vitest'
import type { ConsoleCall } from '../../../web/console/calls.ts'
import type { Session } from '../../../web/state/session.svelte.ts'
import type { WalletState } from '../../../web/state/wallet.svelte.ts'

Object.assign(globalThis, { location: { origin: 'http://localhost' } })
const { CallForm } = await import('../../../web/console/form.svelte.ts')
const { CallHistory, historyOf } = await import('../../../web/console/call-history.svelte.ts')

const doc = { name: 'query_key', summary: 'A key', params: [], 'x-caution': 'reveals' }

/** A call that reveals a secret. The password check waits for `isRight`. */
function asked() {
  const made: string[] = []
  let isRight = () => {}
  const checked = new Promise<void>((resolve) => (isRight = resolve))
  const session = {
    checkPassword: () => checked,
    withoutReload: (task: () => unknown) => task(),
    host: {
      call: async (name: string) => {
        made.push(name)
        return { result: {} }
      },
    },
  }
  const call = { doc, side: 'wallet' } as unknown as ConsoleCall
  const history = new CallHistory()
  const form = new CallForm(session as unknown as Session, call, history)
  return { made, isRight, form, history }
}

describe('a call that reveals a secret', () => {
  test('is made after the password was checked', async () => {
    const { made, isRight, form } = asked()
    await form.submit()
    expect(form.asking).toBe(true)
    const confirming = form.confirm('password')
    isRight()
    await confirming
    expect(made).toEqual(['query_key'])
  })

  test('is not made if it was cancelled during the password check', async () => {
    const { made, isRight, form } = asked()
    await form.submit()
    const confirming = form.confirm('password')
    form.cancel()
    isRight()
    await confirming
    expect(made).toEqual([])
    expect(form.answer).toBeUndefined()
  })
})

describe('the history of the console', () => {
  const params = [
    { name: 'name', required: true, schema: { type: 'string' } },
    { name: 'password', required: true, schema: { type: 'string', format: 'password' } },
  ]
  const call = {
    id: 'wallet/open_wallet',
    title: 'open_wallet',
    doc: { name: 'open_wallet', summary: 'Opens', params },
  } as unknown as ConsoleCall
  const session = (outcome: object) =>
    ({
      withoutReload: (task: () => unknown) => task(),
      host: { call: async () => outcome },
    }) as unknown as Session

  async function made(outcome: object) {
    const history = new CallHistory()
    const form = new CallForm(session(outcome), call, history)
    form.draft = { name: 'Savings', password: 'a secret' }
    await form.submit()
    return history
  }

  test('has what was typed, without secrets and without the answer', async () => {
    const history = await made({ result: { words: 'never kept' } })
    const [first] = history.calls
    expect({ ...first, at: 0 }).toEqual({
      key: 1,
      id: 'wallet/open_wallet',
      title: 'open_wallet',
      at: 0,
      failed: false,
      outcome: 'Answer',
      draft: { name: 'Savings', password: '' },
    })
  })

  test('marks failed calls', async () => {
    const history = await made({ error: { code: -1, message: 'Failed to open wallet' } })
    expect(history.calls.map(({ failed, outcome }) => [failed, outcome])).toEqual([
      [true, 'Error -1'],
    ])
  })

  test('fills the form of a call that is made again', async () => {
    const history = await made({ result: {} })
    const form = new CallForm(session({ result: {} }), call, history, 1)
    expect(form.draft).toEqual({ name: 'Savings', password: '' })
  })

  test('keeps the newest hundred, and can be cleared', () => {
    const history = new CallHistory()
    for (let at = 0; at < 101; at++)
      history.add({ id: 'a/b', title: 'b', at, failed: false, outcome: 'Answer', draft: {} })
    expect([history.calls.length, history.calls[0]?.at, history.calls[99]?.at]).toEqual([
      100, 100, 1,
    ])
    history.clear()
    expect(history.calls).toEqual([])
  })

  test('belongs to one opening of a wallet', () => {
    const [first, second] = [{}, {}] as WalletState[]
    expect(historyOf(first!)).toBe(historyOf(first!))
    expect(historyOf(second!)).not.toBe(historyOf(first!))
  })
})
