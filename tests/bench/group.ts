/**
 * A group of figures that are measured together.
 *
 * @module
 */
import type { Row } from './row.ts'
import type { Size } from './size.ts'
import type { Wallets } from './wallets.ts'

export type Bench = {
  size: Size
  /** Wallets that own much, one in each program; opened when they are asked for, shared by groups. */
  largeWallets: () => Promise<Wallets>
  /** Tells what is going on. */
  log: (line: string) => void
}

export type Group = {
  /** As `--only` takes it. */
  name: string
  summary: string
  measure: (bench: Bench) => Promise<Row[]>
}
