/**
 * Which fragments of a message a part contains. Sender and receiver compute the same.
 *
 * @module
 * @see BCR-2024-001, the guide to multipart URs
 */
import { joinBytes } from '../bytes.ts'
import { u32ToBytes } from './bytewords.ts'
import { Xoshiro } from './xoshiro.ts'

/** Draws numbers by weight: Walker's alias method with Vose's tables. */
export class Sampler {
  readonly #shares: number[]
  readonly #aliases: number[]

  constructor(weights: readonly number[]) {
    const many = weights.length
    const sum = weights.reduce((all, weight) => all + weight, 0)
    const left = weights.map((weight) => (weight * many) / sum)
    // The last one is taken first. The order decides what is drawn, so it is part of the format.
    const small: number[] = []
    const large: number[] = []
    for (let i = many - 1; i >= 0; i--) (left[i]! < 1 ? small : large).push(i)

    this.#shares = Array<number>(many).fill(1)
    this.#aliases = Array<number>(many).fill(0)
    while (small.length > 0 && large.length > 0) {
      const less = small.pop()!
      const more = large.pop()!
      this.#shares[less] = left[less]!
      this.#aliases[less] = more
      left[more] = left[more]! + left[less]! - 1
      if (left[more] < 1) small.push(more)
      else large.push(more)
    }
  }

  /** An index of the weights. */
  draw(random: Xoshiro): number {
    const at = random.below(this.#shares.length)
    return random.fraction() < this.#shares[at]! ? at : this.#aliases[at]!
  }
}

/** For messages of so many fragments. */
export class FragmentChooser {
  readonly #count: number
  readonly #degrees: Sampler

  constructor(count: number) {
    this.#count = count
    this.#degrees = new Sampler(Array.from({ length: count }, (_, i) => 1 / (i + 1)))
  }

  /**
   * The indices of the fragments that are mixed into a part.
   *
   * @param sequence - The part's number, from 1. The first parts contain one fragment each.
   * @param checksum - Of the message.
   */
  choose(sequence: number, checksum: number): number[] {
    if (sequence <= this.#count) return [sequence - 1]
    const random = new Xoshiro(joinBytes([u32ToBytes(sequence), u32ToBytes(checksum)]))
    const degree = this.#degrees.draw(random) + 1
    // The first ones of a shuffled list.
    const left = Array.from({ length: this.#count }, (_, i) => i)
    return Array.from({ length: degree }, () => left.splice(random.below(left.length), 1)[0]!)
  }
}
