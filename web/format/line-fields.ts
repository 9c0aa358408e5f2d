/** Splits a line into its cells: separated by tabs, semicolons, commas or spaces, the first of these that it contains. */
export function lineFields(line: string): string[] {
  const unquoted = line.replace(/"[^"]*"/g, '')
  const separator = ['\t', ';', ','].find((mark) => unquoted.includes(mark)) ?? ' '
  return cells(line, separator)
    .map((cell) => cell.trim())
    .filter((cell) => separator !== ' ' || cell !== '')
}

/** A cell in quotes may contain the separator, and a doubled quote. @see RFC 4180 */
function cells(line: string, separator: string): string[] {
  const found: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (character === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (character === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted
      if (isQuoted) cell = ''
    } else if (character === separator && !isQuoted) {
      found.push(cell)
      cell = ''
    } else cell += character
  }
  return [...found, cell]
}

/** The lines of a text, and of a file that begins with a byte order mark. */
export const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
