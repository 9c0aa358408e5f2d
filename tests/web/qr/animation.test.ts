import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UrWriter } from '#protocol/ur/ur.ts'
import { Animation } from '../../../web/qr/animation.svelte.ts'

const content = { type: 'xmr-output', bytes: new Uint8Array(1000) }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an animation', () => {
  test('shows one part after the other at its speed', () => {
    const animation = new Animation(content, true)
    expect(animation.count).toBe(4)
    const writer = new UrWriter('xmr-output', content.bytes, 300)
    expect(animation.text).toBe(writer.part(1))
    const stop = animation.run()!
    vi.advanceTimersByTime(500)
    expect(animation.sequence).toBe(5)
    expect(animation.text).toBe(writer.part(5))
    stop()
    vi.advanceTimersByTime(500)
    expect(animation.sequence).toBe(5)
    animation.speed = 2
    animation.run()
    vi.advanceTimersByTime(500)
    expect(animation.sequence).toBe(6)
  })

  test('is shown step by step, not before its first part', () => {
    const animation = new Animation(content, false)
    expect(animation.run()).toBeUndefined()
    animation.step(1)
    animation.step(1)
    animation.step(-1)
    expect(animation.sequence).toBe(2)
    animation.step(-1)
    animation.step(-1)
    expect(animation.sequence).toBe(1)
  })

  test('pauses at a step', () => {
    const animation = new Animation(content, true)
    animation.step(1)
    expect(animation.playing).toBe(false)
  })

  test('starts again with another density', () => {
    const animation = new Animation(content, false)
    animation.step(1)
    animation.choose('low')
    expect([animation.count, animation.sequence]).toEqual([7, 1])
    animation.choose('high')
    expect(animation.count).toBe(2)
  })

  test('of one part stands still', () => {
    const animation = new Animation({ type: 'xmr-output', bytes: new Uint8Array(100) }, true)
    expect([animation.count, animation.playing]).toEqual([1, false])
  })

  test('error: more bytes than an animation can have', () => {
    const large = { type: 'xmr-output', bytes: new Uint8Array(2 ** 20) }
    expect(() => new Animation(large, true)).toThrow(RangeError)
  })
})
