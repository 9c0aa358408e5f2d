/**
 * An animated QR code: which part is shown, how fast, and how much a part contains.
 *
 * @module
 */
import { UrWriter } from '#protocol/ur/ur.ts'
import type { UrContent } from './ur-collector.ts'

/** Bytes of a fragment. Feather's default is 150. */
const fragmentBytes = { low: 150, medium: 300, high: 600 } as const
export type Density = keyof typeof fragmentBytes

/** Parts per second that the user can choose from. */
export const speeds = [2, 4, 8, 12]

export class Animation {
  density = $state<Density>('medium')
  speed = $state(8)
  playing = $state(false)
  /** Number of the part on screen, from 1. Parts above the number of fragments mix several of them. */
  sequence = $state(1)

  readonly #content: UrContent
  readonly #writer = $derived.by(
    () => new UrWriter(this.#content.type, this.#content.bytes, fragmentBytes[this.density]),
  )
  /** Fragments of the content: so many parts contain all of it. */
  readonly count = $derived.by(() => this.#writer.count)
  /** The text of the QR code. */
  readonly text = $derived.by(() => this.#writer.part(this.sequence))

  /**
   * @param playing - False where the user prefers reduced motion: parts are then shown step by step.
   * @throws RangeError for more bytes than an animation can have.
   */
  constructor(content: UrContent, playing: boolean) {
    this.#content = content
    this.playing = playing && this.count > 1
  }

  choose(density: Density) {
    this.density = density
    this.sequence = 1
  }

  /** Shows another part, and stops playing. */
  step(by: 1 | -1) {
    this.playing = false
    this.#show(by)
  }

  /** Shows the next parts while it plays. @returns A function that stops. */
  run(): (() => void) | undefined {
    if (!this.playing) return undefined
    const timer = setInterval(() => this.#show(1), 1000 / this.speed)
    return () => clearInterval(timer)
  }

  #show(by: 1 | -1) {
    this.sequence = Math.max(1, this.sequence + by)
  }
}
