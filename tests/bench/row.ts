/**
 * One figure of the bench, as it is printed and written.
 *
 * @module
 */

export type Row = {
  /** `GROUP/FIGURE`, and where it was taken. */
  name: string
  /** Null where it cannot be taken here. */
  value: number | null
  unit: string
  /** The other program's value in the same run; null where there is none. */
  reference: number | null
  /** `value` over `reference`. */
  ratio: number | null
  goal: string
  /** Null without a goal, and where what it needs could not be measured. */
  met: boolean | null
}

/** What a figure should be. */
export type Goal = { text: string; met: (value: number, ratio: number | null) => boolean | null }

export const noGoal: Goal = { text: '', met: () => null }

/** @param most - In the row's unit. */
export const atMost = (most: number, unit: string): Goal => ({
  text: `≤ ${most} ${unit}`,
  met: (value) => value <= most,
})

/** @param least - In the row's unit. */
export const atLeast = (least: number, unit: string): Goal => ({
  text: `≥ ${least} ${unit}`,
  met: (value) => value >= least,
})

/** @param most - Of value over reference. @param of - Whose value the reference is. */
export const ratioAtMost = (most: number, of: string): Goal => ({
  text: `≤ ${most} x ${of}`,
  met: (_, ratio) => (ratio === null ? null : ratio <= most),
})

/** @param least - Of value over reference. @param of - Whose value the reference is. */
export const ratioAtLeast = (least: number, of: string): Goal => ({
  text: `≥ ${least} x ${of}`,
  met: (_, ratio) => (ratio === null ? null : ratio >= least),
})

type Figure = {
  name: string
  unit: string
  value: number | null
  reference?: number | null
  goal?: Goal
}

export function row({ name, unit, value = null, reference = null, goal = noGoal }: Figure): Row {
  const ratio = value !== null && reference ? value / reference : null
  const met = value === null ? null : goal.met(value, ratio)
  return { name, value, unit, reference, ratio, goal: goal.text, met }
}
