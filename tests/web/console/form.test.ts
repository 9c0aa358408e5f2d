import { describe, expect, test } from 'vitest'
import type { ConsoleCall } from '../../../web/console/calls.ts'
import type { Session } from '../../../web/state/session.svelte.ts'

Object.assign(globalThis, { location: { origin: 'http://localhost' } })
const { CallForm } = await import('../../../web/console/form.svelte.ts')

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
  return { made, isRight, form: new CallForm(session as unknown as Session, call) }
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
