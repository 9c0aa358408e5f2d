/**
 * Contacts as a CSV file: a name and an address on each line.
 *
 * @module
 */
import { lineFields, linesOf } from '../../format/line-fields.ts'
import { csvCell } from '../history/export.ts'

export type NamedAddress = { name: string; address: string }

const header = 'name,address'

export function contactsCsv(contacts: readonly NamedAddress[]): string {
  const lines = contacts.map(({ name, address }) => `${csvCell(name)},${csvCell(address)}`)
  return [header, ...lines].map((line) => `${line}\r\n`).join('')
}

/** A line of a file: a contact, or undefined where no address of the right length is on it. */
export type ReadLine = { line: number; contact: NamedAddress | undefined }

/** Reads a file of this program, or any table whose lines have an address. The engine checks the addresses. */
export function readContacts(text: string): ReadLine[] {
  return linesOf(text).flatMap((given, index) => {
    const line = given.trim()
    if (line === '' || (index === 0 && line.toLowerCase() === header)) return []
    const fields = lineFields(line)
    const address = fields.find((field) => /^[1-9A-HJ-NP-Za-km-z]{95,106}$/.test(field))
    const name = fields.find((field) => field !== address && field !== '') ?? ''
    const contact = address === undefined ? undefined : { name: plainName(name), address }
    return [{ line: index + 1, contact }]
  })
}

/** Without the apostrophe that protects a cell from being read as a formula. */
const plainName = (cell: string) => cell.replace(/^'(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/, '')
