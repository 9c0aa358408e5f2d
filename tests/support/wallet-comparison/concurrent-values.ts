/**
 * Values that several write at once: what is read has to be one that no other has certainly replaced.
 *
 * @module
 */
import { expect } from 'vitest'

/** When it was begun and when it was answered, in order of events. */
type Write = { value: unknown; begun: number; ended: number }

export class SharedValues {
  readonly #writes = new Map<string, Write[]>()
  #events = 0

  /** Writes one; until it is answered, what was there before may be read as well. */
  async write(name: string, value: unknown, change: () => Promise<unknown>): Promise<void> {
    const write: Write = { value, begun: this.#events++, ended: Infinity }
    this.#writes.set(name, [...(this.#writes.get(name) ?? []), write])
    await change()
    write.ended = this.#events++
  }

  /** That what is read may stand there, whichever of the writes at once came last. */
  async expectOne(name: string, read: () => Promise<unknown>): Promise<void> {
    const begun = this.#events++
    const found = await read()
    const writes = this.#writes.get(name) ?? []
    const isReplaced = ({ ended }: Write) =>
      writes.some((other) => other.begun > ended && other.ended < begun)
    const values = writes.filter((write) => !isReplaced(write)).map(({ value }) => value)
    // A value has no expected content until its first write has ended.
    if (writes.some(({ ended }) => ended < begun)) expect(values, name).toContain(found)
  }
}
