/**
 * One figure of the bench, for printing and for the result file.
 *
 * @module
 */

export type Row = {
  /** `GROUP/FIGURE`, and the place of the measurement. */
  name: string
  /** Null if it cannot be measured on this machine. */
  value: number | null
  unit: string
  /** Value of the other program in the same run; null if it has none. */
  reference: number | null
  /** `value` over `reference`. */
  ratio: number | null
  goal: string
  /** Null without a goal, and if a required value was not measured. */
  met: boolean | null
}

/** The goal of a figure. */
export type Goal = { text: string; met: (value: number, ratio: number | null) => boolean | null }

export const noGoal: Goal = { text: '', met: () => null }

/** @param most - Maximum, in the unit of the row. */
export const atMost = (most: number, unit: string): Goal => ({
  text: `≤ ${most} ${unit}`,
  met: (value) => value <= most,
})

/** @param least - Minimum, in the unit of the row. */
export const atLeast = (least: number, unit: string): Goal => ({
  text: `≥ ${least} ${unit}`,
  met: (value) => value >= least,
})

/** @param most - Maximum of value over reference. @param of - Program of the reference. */
export const ratioAtMost = (most: number, of: string): Goal => ({
  text: `≤ ${most} x ${of}`,
  met: (_, ratio) => (ratio === null ? null : ratio <= most),
})

/** @param least - Minimum of value over reference. @param of - Program of the reference. */
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
