import { describe, expect, test } from 'vitest'
import { csvOf, exportedRow, jsonOf } from '../../../../web/state/history/export.ts'
import type { Transfer } from '../../../../web/state/wallet.svelte.ts'

const txid = 'ab'.repeat(32)
const none = { accountLabel: '', contact: '', category: '' }
const sent = {
  txid,
  type: 'out',
  amount: 1_250_000_000_001n,
  fee: 30_640_000n,
  note: 'Two loaves, "fresh"',
  locked: false,
  timestamp: 1_764_000_000n,
  height: 122n,
  payment_id: '0000000000000000',
  address: 'own',
  subaddr_index: { major: 1, minor: 0 },
  destinations: [
    { address: 'baker', amount: 1_000_000_000_000n },
    { address: 'miller', amount: 250_000_000_001n },
  ],
} as unknown as Transfer
const names = { accountLabel: 'Household', contact: 'Baker', category: 'Food' }

const header =
  'date,type,state,amount_xmr,fee_xmr,amount_piconero,fee_piconero,account,account_label,address,' +
  'contact,category,note,transaction_id,payment_id,block,verified'

/** The cell of a note. */
function noteCell(note: string): string {
  const csv = csvOf([exportedRow({ ...sent, note }, none)])
  const [before = '', after = ''] = ['baker miller,,,', `,${txid}`]
  return csv.slice(csv.indexOf(before) + before.length, csv.indexOf(after))
}

describe('a CSV file', () => {
  test('has a header and a line for each transfer', () => {
    const line =
      '2025-11-24T16:00:00Z,sent,confirmed,-1.250000000001,0.000030640000,-1250000000001,30640000,1,' +
      `Household,baker miller,Baker,Food,"Two loaves, ""fresh""",${txid},,122,yes`
    expect(csvOf([exportedRow(sent, names)])).toBe(`${header}\r\n${line}\r\n`)
    expect(csvOf([])).toBe(`${header}\r\n`)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['\uff1d1', "'\uff1d1"],
    ['=cmd,"x"', `"'=cmd,""x"""`],
    ['two\nlines', '"two\nlines"'],
    ['\rx', `"'\rx"`],
    ['-5', '-5'],
    ['a=b', 'a=b'],
    ["'quoted'", "'quoted'"],
  ])('contains the note %j as %j', (note, cell) => {
    expect(noteCell(note)).toBe(cell)
  })
})

describe('an exported transfer', () => {
  test('that was received is positive, has the own address, and no fee', () => {
    const received = {
      ...sent,
      type: 'block',
      destinations: [],
      unverified: true,
      height: 0n,
      timestamp: 0n,
      payment_id: '0123456789abcdef',
    } as Transfer
    expect(exportedRow(received, none)).toMatchObject({
      date: '',
      type: 'mined',
      amount_xmr: '1.250000000001',
      amount_piconero: '1250000000001',
      fee_xmr: '0.000000000000',
      fee_piconero: '0',
      address: 'own',
      payment_id: '0123456789abcdef',
      block: '',
      verified: 'no',
    })
  })

  test('has no date if it is beyond what a date can be', () => {
    expect(exportedRow({ ...sent, timestamp: 2n ** 64n - 1n }, none).date).toBe('')
  })
})

test('a JSON file has exact integers as texts, and the amount of each recipient', () => {
  const big = { ...sent, amount: 18_446_744_073_709_551_615n }
  const file = JSON.parse(jsonOf([big], () => names))
  expect(file).toMatchObject({ format: 'nightjar-history', version: 1 })
  expect(file.transfers).toEqual([
    {
      ...exportedRow(big, names),
      amount_xmr: '-18446744.073709551615',
      amount_piconero: '-18446744073709551615',
      recipients: [
        { address: 'baker', amount_xmr: '1.000000000000', amount_piconero: '1000000000000' },
        { address: 'miller', amount_xmr: '0.250000000001', amount_piconero: '250000000001' },
      ],
    },
  ])
})
