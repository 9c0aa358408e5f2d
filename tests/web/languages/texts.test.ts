import { describe, expect, test } from 'vitest'
import { Texts, type Group } from '../../../web/languages/texts.svelte.ts'

/** A server whose answers come when the test lets them. */
function server() {
  const waiting = new Map<string, (() => void)[]>()
  const requests: string[] = []
  const load = (group: Group, code: string) => {
    const name = `${group}-${code}`
    requests.push(name)
    return new Promise<{ c: string[] }>((resolve) => {
      waiting.set(name, [...(waiting.get(name) ?? []), () => resolve({ c: [name] })])
    })
  }
  const answer = async (name: string) => {
    const answers = waiting.get(name)
    if (!answers) throw new Error(`${name} was not requested`)
    waiting.delete(name)
    for (const each of answers) each()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { load, answer, requests }
}

async function show(texts: Texts, code: string, answer: (name: string) => Promise<void>) {
  const loading = texts.load(code)
  await answer(`start-${code}`)
  ;(await loading)()
}

describe('the texts on screen', () => {
  test('the start requests one group of one language', async () => {
    const { load, answer, requests } = server()
    const texts = new Texts(load)
    await show(texts, 'de', answer)
    expect(texts.of('start')(0)).toBe('start-de')
    expect(requests).toEqual(['start-de'])
  })

  test('code on demand waits for the start and for its texts', async () => {
    const { load, answer, requests } = server()
    const texts = new Texts(load)
    let ready = false
    const starting = texts.load('de')
    const later = texts.loadLater().then(() => (ready = true))
    expect(requests).toEqual(['start-de'])
    await answer('start-de')
    ;(await starting)()
    await new Promise((resolve) => setTimeout(resolve))
    expect(ready).toBe(false)
    await answer('later-de')
    await later
    expect(texts.of('later')(0)).toBe('later-de')
  })

  test('another language replaces both groups at once', async () => {
    const { load, answer } = server()
    const texts = new Texts(load)
    await show(texts, 'en', answer)
    const later = texts.loadLater()
    await new Promise((resolve) => setTimeout(resolve))
    await answer('later-en')
    await later
    const changing = texts.load('de')
    await answer('start-de')
    expect(texts.of('start')(0)).toBe('start-en')
    await answer('later-de')
    ;(await changing)()
    expect([texts.of('start')(0), texts.of('later')(0)]).toEqual(['start-de', 'later-de'])
  })

  test('a language that comes while texts on demand load wins', async () => {
    const { load, answer } = server()
    const texts = new Texts(load)
    await show(texts, 'en', answer)
    const changing = texts.load('de')
    const later = texts.loadLater()
    await new Promise((resolve) => setTimeout(resolve))
    await answer('start-de')
    ;(await changing)()
    await answer('later-en')
    await answer('later-de')
    await later
    expect(texts.of('later')(0)).toBe('later-de')
  })

  test('error: texts of a group that is not loaded', () => {
    const texts = new Texts(server().load)
    expect(() => texts.of('later')).toThrow('texts: expected the group later to be loaded')
  })
})
