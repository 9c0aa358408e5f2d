/**
 * The bench as a program.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { listOf, UsageError } from '#protocol/settings.ts'
import { numberOf, type Given } from '../../server/flags/flags.ts'
import { runWithFlags } from '../support/tool.ts'
import type { Group } from './group.ts'
import { groups } from './groups.ts'
import type { Row } from './row.ts'
import { fullSize, tinySize, type Size } from './size.ts'
import { table } from './table.ts'
import { openFilled } from './wallets.ts'

const names = groups.map(({ name }) => name).join(', ')

const tool = {
  name: 'bench',
  summary: 'Measures beside other programs.',
  flags: {
    only: { takes: 'NAME[,NAME...]', help: `Groups to measure: ${names}` },
    json: { takes: 'FILE', help: 'Write the rows here' },
    blocks: { takes: 'N', help: 'Blocks of the dense chain' },
    transactions: { takes: 'N', help: 'Transactions in each of them' },
    rounds: { takes: 'N', help: 'Turns that each program takes' },
    tiny: { help: 'Everything very small: shows that it works, not how fast' },
  },
} as const

/** @returns The exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runWithFlags(tool, args, async (given) => {
    const { rows, failed } = await measure(chosen(listOf(given.only)), sizeOf(given))
    console.log(table(rows))
    if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(rows, null, 2)}\n`)
    if (failed.length > 0) console.error(`bench: failed: ${failed.join(', ')}`)
    return failed.length > 0 ? 1 : 0
  })
}

function chosen(wanted: readonly string[]): readonly Group[] {
  const stranger = wanted.find((name) => !groups.some((group) => group.name === name))
  if (stranger !== undefined)
    throw new UsageError(`--only: no group ${stranger}; there are ${names}`)
  return wanted.length === 0 ? groups : groups.filter(({ name }) => wanted.includes(name))
}

function sizeOf(given: Given<typeof tool.flags>): Size {
  const size = given.tiny ? tinySize : fullSize
  const number = (
    flag: 'blocks' | 'transactions' | 'rounds',
    otherwise: number,
    largest: number,
  ) => {
    const value = given[flag] === undefined ? otherwise : numberOf(flag, given[flag], largest)
    if (value < 1) throw new UsageError(`--${flag} needs a number from 1 to ${largest}`)
    return value
  }
  return {
    ...size,
    rounds: number('rounds', size.rounds, 100),
    chain: {
      ...size.chain,
      blocks: number('blocks', size.chain.blocks, 20_000),
      transactions: number('transactions', size.chain.transactions, 1_000),
    },
  }
}

/** A failure of a group is printed, and the other groups are measured. */
async function measure(wanted: readonly Group[], size: Size) {
  const rows: Row[] = []
  const failed: string[] = []
  let large: ReturnType<typeof openFilled> | undefined
  const largeWallets = () => (large ??= openFilled(size.ours))
  const log = (line: string) => console.error(`  ${line}`)
  for (const { name, summary, measure } of wanted) {
    console.error(`${name}: ${summary}`)
    try {
      rows.push(...(await measure({ size, largeWallets, log })))
    } catch (error) {
      failed.push(name)
      console.error(error)
    }
  }
  const opened = await large?.catch(() => undefined)
  await opened?.close()
  return { rows, failed }
}
