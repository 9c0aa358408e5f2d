/**
 * QR codes as they are drawn: which modules are dark, as `x,y`.
 *
 * @module
 */
import { encode } from 'uqr'
import type { Screen } from './screen.ts'

/** Of the one on screen; empty where there is none. */
export async function shownQr(screen: Screen): Promise<string> {
  const [path = ''] = await screen.run<string[]>(
    `[...document.querySelectorAll('main svg[role=img] .ink')].map((ink) => ink.getAttribute('d'))`,
  )
  return [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`).join(' ')
}

/** Of one that says this. */
export const qrOf = (text: string): string =>
  encode(text, { ecc: 'M', border: 2 })
    .data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x},${y}`] : [])))
    .join(' ')
