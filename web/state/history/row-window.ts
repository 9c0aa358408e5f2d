/**
 * Which rows of a long list are in the document: those near the visible part, and the one with the focus.
 *
 * @module
 */

/** Rows before and after the visible ones, so that fast scrolling shows no gap. */
const margin = 12
/** The window moves by this number of rows: most scroll events change nothing. */
const step = 6

type RowWindow = { first: number; end: number }

/**
 * The rows to render.
 *
 * @param above - Height of the list above the visible part; negative if the list begins below its top.
 * @param visible - Height of the visible part.
 * @param row - Height of a row, above zero. All in pixels.
 */
export function rowWindow(above: number, visible: number, row: number, count: number): RowWindow {
  const down = (index: number) => Math.floor(index / step) * step
  const first = Math.max(0, down(Math.floor(above / row) - margin))
  const end = down(Math.ceil((above + visible) / row) + margin + step)
  return {
    first: Math.min(first, Math.max(0, count - 1)),
    end: Math.min(count, Math.max(end, margin)),
  }
}

/** Indices of the rows in the document, ascending. @param active - Stays even if it is far away. */
export function rowsIn({ first, end }: RowWindow, active: number, count: number): number[] {
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
  if (active < 0 || active >= count || (active >= first && active < end)) return rows
  return active < first ? [active, ...rows] : [...rows, active]
}

/** The row that a key moves to; undefined for other keys. @param page - Rows on a screen. */
export function rowAfterKey(
  key: string,
  active: number,
  count: number,
  page: number,
): number | undefined {
  const targets: { readonly [key: string]: number } = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}
