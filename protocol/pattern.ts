/**
 * Regular expressions from a caller, matched in time linear in the text.
 *
 * JavaScript's own engine backtracks, so that a short pattern can run for years. This one follows all possible
 * positions in the pattern at once (Thompson, "Regular expression search algorithm", 1968). A pattern that
 * needs more, such as a back reference, is refused.
 *
 * The library `re2js` does the same, but is 43 kB compressed. This code also runs in the page, whose engine
 * answers `get_accounts` too.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp on_get_accounts, which has boost::regex_match
 */
import { parsePattern, PatternError, type PatternNode } from './pattern-syntax.ts'

export { PatternError }

/** Maximum number of steps of a pattern, after repetitions are expanded. */
const mostSteps = 2_000

type Step =
  | { kind: 'one'; fits: (character: string) => boolean; next: number }
  | { kind: 'edge'; holds: (before: string, after: string) => boolean; next: number }
  | { kind: 'fork'; ways: number[] }
  | { kind: 'end' }

/** A pattern. It must match the whole text. */
export class Pattern {
  readonly #steps: Step[] = [{ kind: 'end' }]
  readonly #first: number
  #work = 0

  /** @throws {PatternError} For an invalid or unsupported pattern. */
  constructor(text: string) {
    this.#first = this.#add(parsePattern(text), 0)
  }

  matches(text: string): boolean {
    const characters = [...text]
    let places = this.#reach([this.#first], '', characters[0] ?? '')
    for (const [i, character] of characters.entries()) {
      const next = [...places].flatMap((place) => {
        const step = this.#steps[place]!
        return step.kind === 'one' && step.fits(character) ? [step.next] : []
      })
      places = this.#reach(next, character, characters[i + 1] ?? '')
    }
    return places.has(0)
  }

  /** All positions that are reached without another character. */
  #reach(from: readonly number[], before: string, after: string): Set<number> {
    const reached = new Set<number>()
    const open = [...from]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (reached.has(place)) continue
      reached.add(place)
      const step = this.#steps[place]!
      if (step.kind === 'fork') open.push(...step.ways)
      if (step.kind === 'edge' && step.holds(before, after)) open.push(step.next)
    }
    return reached
  }

  /** Adds the steps of a node, from its end. @returns The first step. */
  #add(node: PatternNode, next: number): number {
    if (++this.#work > mostSteps) throw new PatternError('it is too long')
    switch (node.kind) {
      case 'one':
      case 'edge':
        return this.#push({ ...node, next })
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.#add(part, after), next)
      case 'choice':
        return this.#push({ kind: 'fork', ways: node.parts.map((part) => this.#add(part, next)) })
      case 'repeat':
        return this.#repeat(node, next)
    }
  }

  #repeat({ part, least, most }: PatternNode & { kind: 'repeat' }, next: number): number {
    let first = next
    if (most === Infinity) {
      const ways = [next]
      first = this.#push({ kind: 'fork', ways })
      ways.push(this.#add(part, first))
    } else
      for (let i = least; i < most; i++)
        first = this.#push({ kind: 'fork', ways: [next, this.#add(part, first)] })
    for (let i = 0; i < least; i++) first = this.#add(part, first)
    return first
  }

  #push(step: Step): number {
    return this.#steps.push(step) - 1
  }
}
