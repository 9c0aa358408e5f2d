import { describe, expect, test } from 'vitest'
import { SecretClipboard } from '../../../web/parts/secret-clipboard.ts'

/** A browser whose clipboard has the secret; time passes by `pass`. */
function scene({ mayRead = true, focused = true, writable = true } = {}) {
  const state = { content: 'secret', focused, writable, waits: [] as (() => void)[] }
  const returns = new Set<() => void>()
  const clipboard = new SecretClipboard({
    clipboard: {
      readText: async () => state.content,
      async writeText(text) {
        if (!state.writable) throw new Error('needs an input')
        state.content = text
      },
    },
    mayRead: async () => mayRead,
    hasFocus: () => state.focused,
    onReturn(act) {
      returns.add(act)
      return () => void returns.delete(act)
    },
    wait: () => new Promise((resolve) => state.waits.push(resolve)),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    state,
    returns,
    clipboard,
    async pass() {
      state.waits.shift()!()
      await settle()
    },
    async comeBack() {
      for (const act of returns) act()
      await settle()
    },
  }
}

describe('a copied secret', () => {
  test('leaves the clipboard after a minute, not before', async () => {
    const { state, clipboard, pass } = scene()
    void clipboard.clearLater('secret')
    expect(state.content).toBe('secret')
    await pass()
    expect(state.content).toBe('')
  })

  test('is not touched where something else was copied since', async () => {
    const { state, clipboard, pass, returns } = scene()
    void clipboard.clearLater('secret')
    state.content = 'an address'
    await pass()
    expect(state.content).toBe('an address')
    expect(returns.size).toBe(0)
  })

  test('is overwritten where the clipboard cannot be read', async () => {
    const { state, clipboard, pass } = scene({ mayRead: false })
    void clipboard.clearLater('secret')
    state.content = 'unknown'
    await pass()
    expect(state.content).toBe('')
  })

  test('leaves it when the page has the focus again', async () => {
    const { state, clipboard, pass, comeBack, returns } = scene({ focused: false })
    void clipboard.clearLater('secret')
    await pass()
    expect(state.content).toBe('secret')
    state.focused = true
    await comeBack()
    expect(state.content).toBe('')
    expect(returns.size).toBe(0)
  })

  test('leaves it at an input where the browser wants one', async () => {
    const { state, clipboard, pass, comeBack } = scene({ writable: false })
    void clipboard.clearLater('secret')
    await pass()
    expect(state.content).toBe('secret')
    state.writable = true
    await comeBack()
    expect(state.content).toBe('')
  })

  test('has a minute of its own where it replaces another', async () => {
    const { state, clipboard, pass } = scene()
    void clipboard.clearLater('first')
    void clipboard.clearLater('secret')
    await pass()
    expect(state.content).toBe('secret')
    await pass()
    expect(state.content).toBe('')
  })
})
