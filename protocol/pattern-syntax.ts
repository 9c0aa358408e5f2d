/**
 * The parser of regular expressions: characters, classes, groups, alternatives, repetitions and anchors.
 *
 * @module
 */

/** The pattern is invalid or not supported. */
export class PatternError extends Error {
  override name = 'PatternError'
}

export type PatternNode =
  | { kind: 'one'; fits: (character: string) => boolean }
  /** An anchor between two characters; an empty character means start or end of the text. */
  | { kind: 'edge'; holds: (before: string, after: string) => boolean }
  | { kind: 'sequence' | 'choice'; parts: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number }

type Fits = (character: string) => boolean

/** Maximum number of characters. It also limits the nesting of groups. */
const longest = 1_000

/** @throws {PatternError} */
export function parsePattern(text: string): PatternNode {
  if (text.length > longest) throw new PatternError(`expected at most ${longest} characters`)
  const reader = new Reader([...text])
  const node = reader.choice()
  if (!reader.isAtEnd) throw new PatternError('unmatched closing parenthesis')
  return node
}

class Reader {
  readonly #characters: readonly string[]
  #at = 0

  constructor(characters: readonly string[]) {
    this.#characters = characters
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length
  }

  choice(): PatternNode {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (!this.isAtEnd && this.#next !== '|' && this.#next !== ')') parts.push(this.#repeated())
    return { kind: 'sequence', parts }
  }

  #repeated(): PatternNode {
    const part = this.#single()
    const times = this.#times()
    if (!times) return part
    if (part.kind === 'edge') throw new PatternError('there is nothing to repeat')
    // Lazy and greedy repetitions match the same texts.
    this.#take('?')
    if ('*+'.includes(this.#next) || this.#times())
      throw new PatternError('there is nothing to repeat')
    return { kind: 'repeat', part, ...times }
  }

  #times(): { least: number; most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Infinity }
    if (this.#take('+')) return { least: 1, most: Infinity }
    if (this.#take('?')) return { least: 0, most: 1 }
    const [whole, least, comma, most] =
      /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(
        this.#characters.slice(this.#at, this.#at + 12).join(''),
      ) ?? []
    if (!whole) return undefined
    this.#at += whole.length
    const low = Number(least)
    const high = most ? Number(most) : comma ? Infinity : low
    if (high < low) throw new PatternError('a repetition ends before it begins')
    return { least: low, most: high }
  }

  #single(): PatternNode {
    const character = this.#character()
    switch (character) {
      case '(':
        return this.#group()
      case '[':
        return { kind: 'one', fits: this.#class() }
      case '.':
        return { kind: 'one', fits: () => true }
      case '^':
        return { kind: 'edge', holds: (before) => before === '' }
      case '$':
        return { kind: 'edge', holds: (_, after) => after === '' }
      case '*':
      case '+':
      case '?':
        throw new PatternError('there is nothing to repeat')
      case '\\':
        return this.#take('b') ? { kind: 'edge', holds: isEdgeOfWord } : this.#escape()
      default:
        return { kind: 'one', fits: (given) => given === character }
    }
  }

  #group(): PatternNode {
    if (this.#take('?') && !this.#take(':'))
      throw new PatternError('lookaround and named groups are not supported')
    const inner = this.choice()
    if (!this.#take(')')) throw new PatternError('a group is not closed')
    return inner
  }

  #escape(): PatternNode & { kind: 'one' } {
    const letter = this.#character()
    const known = escapes[letter]
    if (known) return { kind: 'one', fits: known }
    if (/[a-z\d]/i.test(letter)) throw new PatternError(`\\${letter} is not supported`)
    return { kind: 'one', fits: (given) => given === letter }
  }

  #class(): Fits {
    const isNegated = this.#take('^')
    const parts: Fits[] = []
    while (parts.length === 0 || this.#next !== ']') parts.push(this.#member())
    this.#at++
    return (given) => parts.some((fits) => fits(given)) !== isNegated
  }

  #member(): Fits {
    const first = this.#character()
    if (first === '\\') return this.#escape().fits
    if (first === '[' && ':.='.includes(this.#next)) return this.#named()
    const last = this.#characters[this.#at + 1]
    if (this.#next !== '-' || last === undefined || last === ']') return (given) => given === first
    this.#at += 2
    if (last === '\\' || last === '[' || last < first)
      throw new PatternError('a range in a class has no end')
    return (given) => given >= first && given <= last
  }

  #named(): Fits {
    const [whole, name = ''] =
      /^:([a-z]{1,6}):\]/.exec(this.#characters.slice(this.#at, this.#at + 9).join('')) ?? []
    const fits = classes[name]
    if (!whole || !fits) throw new PatternError('unknown character class')
    this.#at += whole.length
    return fits
  }

  get #next(): string {
    return this.#characters[this.#at] ?? ' '
  }

  #take(character: string): boolean {
    if (this.isAtEnd || this.#next !== character) return false
    this.#at++
    return true
  }

  #character(): string {
    if (this.isAtEnd) throw new PatternError('unexpected end')
    return this.#characters[this.#at++]!
  }
}

const of =
  (expression: RegExp): Fits =>
  (given) =>
    expression.test(given)

const escapes: Record<string, Fits | undefined> = Object.assign(Object.create(null), {
  d: of(/\d/),
  D: of(/\D/),
  w: of(/\w/),
  W: of(/\W/),
  s: of(/\s/),
  S: of(/\S/),
  n: of(/\n/),
  r: of(/\r/),
  t: of(/\t/),
})

/** POSIX classes for ASCII. */
const classes: Record<string, Fits | undefined> = Object.assign(Object.create(null), {
  alpha: of(/[A-Za-z]/),
  digit: of(/\d/),
  alnum: of(/[A-Za-z\d]/),
  word: of(/\w/),
  upper: of(/[A-Z]/),
  lower: of(/[a-z]/),
  space: of(/\s/),
  xdigit: of(/[A-Fa-f\d]/),
  blank: of(/[ \t]/),
  punct: of(/[!-/:-@[-`{-~]/),
})

const isWord = (character: string) => /\w/.test(character)
const isEdgeOfWord = (before: string, after: string) => isWord(before) !== isWord(after)
