/**
 * Prometheus' text exposition format, version 0.0.4.
 *
 * @module
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
 */

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** Label names and values, in the order in which they are written. */
export type LabelPairs = readonly (readonly [name: string, value: string])[]

/** One line: `NAME{LABELS} VALUE`. */
export type Sample = { name: string; labels: LabelPairs; value: number }

export type MetricType = 'counter' | 'gauge' | 'histogram'

/** A metric: its description and all of its samples. */
export type WrittenFamily = {
  name: string
  help: string
  type: MetricType
  samples: readonly Sample[]
}

/** The text of metrics, in the given order. */
export const writeExposition = (families: readonly WrittenFamily[]): string =>
  families.map(familyText).join('')

function familyText({ name, help, type, samples }: WrittenFamily): string {
  const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`
  return head + samples.map(sampleLine).join('')
}

function sampleLine({ name, labels, value }: Sample): string {
  const pairs = labels.map(([label, text]) => `${label}="${escapeValue(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${numberText(value)}\n`
}

/** A number as Go's `ParseFloat` reads it. */
export function numberText(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeValue = (text: string) => escapeHelp(text).replaceAll('"', '\\"')
