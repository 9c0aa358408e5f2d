/**
 * Which rows of a long list are in the document: those near the visible part, and the one with the focus.
 *
 * @module
 */

/** Rows before and after the visible ones, so that fast scrolling shows no gap. */
const margin = 8
/** The window moves by this number of rows: most scroll events change nothing. */
const step = 4

export type RowWindow = { first: number; end: number }

/** Heights in pixels. */
export type ScrolledList = {
  /** Of the list above the visible part; negative if the list begins below its top. */
  above: number
  visible: number
  /** Of a row, above zero. */
  row: number
}

/**
 * The rows to render in the next frame: the visible ones, or if these are present, some more around them. So no frame
 * creates many rows. Called until nothing changes, there are `margin` rows on both sides.
 */
export function rowWindow(list: ScrolledList, count: number, present: RowWindow): RowWindow {
  const visible = windowWith(0, list, count)
  const wanted = windowWith(margin, list, count)
  const isJump = visible.first >= present.end || visible.end <= present.first
  if (isJump) return visible
  const isCovered = visible.first >= present.first && visible.end <= present.end
  const grow = isCovered ? step : 0
  return {
    first: Math.max(wanted.first, Math.min(visible.first, present.first - grow)),
    end: Math.min(wanted.end, Math.max(visible.end, present.end + grow)),
  }
}

function windowWith(around: number, { above, visible, row }: ScrolledList, count: number) {
  const down = (index: number) => Math.floor(index / step) * step
  const first = Math.max(0, down(Math.floor(above / row) - around))
  const end = down(Math.ceil((above + visible) / row) + around + step)
  return {
    first: Math.min(first, Math.max(0, count - 1)),
    end: Math.min(count, Math.max(end, step)),
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
