/**
 * Groups the tables of a wallet by what they mean to the user.
 *
 * @module
 */
import { text } from '../../languages/text.ts'

type TableSize = { table: string; records: bigint; bytes: bigint }
export type DataKind = {
  id: string
  title: string
  detail: string
  records: number
  bytes: number
}

/** Tables by group. A table that is in no group belongs to the last one. */
const groups = {
  keys: ['secrets', 'info', 'keyImages', 'signing'],
  payments: ['sent', 'received', 'pool', 'txKeys', 'history', 'seen', 'warnings'],
  coins: ['outputs', 'frozen', 'rings'],
  own: ['notes', 'attributes', 'tags', 'accounts', 'addressBook'],
  addresses: ['lookahead'],
  chain: ['blocks', 'anchor', 'outputCounts', 'verified'],
} as const

type Group = keyof typeof groups

const texts = (): Record<Group, { title: string; detail: string }> => ({
  keys: { title: text('Keys'), detail: text('What signs payments, and facts about the wallet') },
  payments: {
    title: text('Payments'),
    detail: text('Sent and received, with recipients and transaction keys'),
  },
  coins: { title: text('Coins'), detail: text('What you own, frozen marks, and chosen decoys') },
  own: {
    title: text('Your entries'),
    detail: text('Labels, notes, categories, contacts, accounts and tags'),
  },
  addresses: { title: text('Addresses'), detail: text('Public keys to recognise payments') },
  chain: { title: text('Blockchain'), detail: text('Ids of blocks and the scan position') },
})

/** Groups with records, in the order above. */
export function dataKinds(tables: readonly TableSize[]): DataKind[] {
  const groupOf = (table: string): Group =>
    (Object.keys(groups) as Group[]).find((id) =>
      (groups[id] as readonly string[]).includes(table),
    ) ?? 'chain'
  return (Object.keys(groups) as Group[]).flatMap((id) => {
    const own = tables.filter(({ table }) => groupOf(table) === id)
    if (own.length === 0) return []
    const sum = (sizes: bigint[]) => Number(sizes.reduce((total, size) => total + size, 0n))
    return [
      {
        id,
        ...texts()[id],
        records: sum(own.map(({ records }) => records)),
        bytes: sum(own.map(({ bytes }) => bytes)),
      },
    ]
  })
}
