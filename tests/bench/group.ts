/**
 * A group of figures that the bench measures together.
 *
 * @module
 */
import type { Row } from './row.ts'
import type { Size } from './size.ts'
import type { Wallets } from './wallets.ts'

export type Bench = {
  size: Size
  /** Large wallets, one in each program; opened on first use, and shared by groups. */
  largeWallets: () => Promise<Wallets>
  /** Prints the progress. */
  log: (line: string) => void
}

export type Group = {
  /** The name for `--only`. */
  name: string
  summary: string
  measure: (bench: Bench) => Promise<Row[]>
}
