/**
 * Accessibility faults that axe-core finds on the current screen.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import type { ObservedScreen } from './screen.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

/** One line for each element that violates a rule, in both themes. */
export async function axeFaults(screen: ObservedScreen, place: string): Promise<string[]> {
  const faults: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await screen.theme(theme)
    faults.push(...(await axeFaultsHere(screen, `${place}, ${theme}`)))
  }
  return faults
}

/** The same, as the screen is now. */
export async function axeFaultsHere(screen: ObservedScreen, name: string): Promise<string[]> {
  await screen.run(`${axe}; undefined`)
  const found = await screen.run<Violation[]>('axe.run().then(({ violations }) => violations)')
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${name}: ${id}: ${html.slice(0, 160)} ${failureSummary}`,
    ),
  )
}
