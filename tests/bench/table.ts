/**
 * Rows as a table for the terminal.
 *
 * @module
 */
import type { Row } from './row.ts'

const columns = ['figure', 'value', 'unit', 'reference', 'ratio', 'goal', 'met'] as const

/** @returns Lines with aligned columns, and numbers aligned to the right. */
export function table(rows: readonly Row[]): string {
  const cells = [
    [...columns],
    ...rows.map(({ name, value, unit, reference, ratio, goal, met }) => [
      name,
      digits(value),
      unit,
      digits(reference),
      digits(ratio),
      goal,
      met === null ? '' : met ? 'yes' : 'NO',
    ]),
  ]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)))
  return cells
    .map((line) => line.map((cell, at) => aligned(cell, widths[at]!, at)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

const numeric = new Set([1, 3, 4])

const aligned = (cell: string, width: number, at: number) =>
  numeric.has(at) ? cell.padStart(width) : cell.padEnd(width)

/** Three significant digits; integers without decimals. */
function digits(value: number | null): string {
  if (value === null) return '–'
  if (Math.abs(value) >= 1000 || Number.isInteger(value)) return String(Math.round(value))
  return value.toPrecision(3)
}
