/**
 * QR codes as the coordinates of their dark modules, as `x,y`.
 *
 * @module
 */
import { encode } from 'uqr'
import type { Screen } from './screen.ts'

/** The code on screen; empty without one. */
export async function shownQr(screen: Screen, within = 'main'): Promise<string> {
  const [path = ''] = await screen.run<string[]>(
    `[...document.querySelectorAll('${within} svg[role=img] .ink')].map((ink) => ink.getAttribute('d'))`,
  )
  return [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`).join(' ')
}

/** The code of a text. */
export const qrOf = (text: string): string =>
  encode(text, { ecc: 'M', border: 2 })
    .data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x},${y}`] : [])))
    .join(' ')
