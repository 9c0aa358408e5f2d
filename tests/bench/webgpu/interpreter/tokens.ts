/**
 * Words, numbers and signs of WGSL.
 *
 * @module
 */

export type Token = { kind: 'word' | 'number' | 'sign' | 'end'; text: string; line: number }

const pattern =
  /(?<space>\s+|\/\/[^\n]*)|(?<number>0x[0-9a-f]+u?|\d+u?)|(?<word>[A-Za-z_]\w*)|(?<sign>->|\+\+|<<|>>|&&|\|\||[=!<>]=|[-+*&|^]=|[-+*&|^~!=<>()[\]{},;:.@])/gy

/** @throws SyntaxError for a character that the subset of WGSL does not have. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let line = 1
  let end = 0
  for (const match of source.matchAll(pattern)) {
    const { space, number, word } = match.groups!
    const [text] = match
    end = match.index + text.length
    if (space === undefined)
      tokens.push({
        kind: number !== undefined ? 'number' : word !== undefined ? 'word' : 'sign',
        text,
        line,
      })
    else line += space.split('\n').length - 1
  }
  if (end !== source.length)
    throw new SyntaxError(
      `line ${line}: expected WGSL, got ${JSON.stringify(source.slice(end, end + 20))}`,
    )
  return [...tokens, { kind: 'end', text: 'end of text', line }]
}

/** Reads tokens in order. */
export class TokenReader {
  readonly #tokens: Token[]
  #at = 0

  constructor(source: string) {
    this.#tokens = tokensOf(source)
  }

  get next(): Token {
    return this.#tokens[this.#at]!
  }

  /** The next token, and moves behind it. */
  take(): Token {
    const token = this.next
    if (token.kind !== 'end') this.#at++
    return token
  }

  /** Moves behind the next token if it has this text. */
  takeIf(text: string): boolean {
    const is = this.next.text === text
    if (is) this.take()
    return is
  }

  expect(text: string): void {
    if (!this.takeIf(text)) this.fail(text)
  }

  word(): string {
    return this.next.kind === 'word' ? this.take().text : this.fail('a name')
  }

  fail(expected: string): never {
    throw new SyntaxError(`line ${this.next.line}: expected ${expected}, got ${this.next.text}`)
  }
}
