import { describe, expect, test } from 'vitest'
import { scanFigures } from '../../../../web/state/home/scan-figures.ts'

type Session = Parameters<typeof scanFigures>[0]
type Scan = Parameters<typeof scanFigures>[1]

const session: Session = { state: undefined, online: true }
const scan: Scan = {
  height: 5_000n,
  target: 9_000n,
  remainingSeconds: 125,
  transactionsPerSecond: 7.44,
  downloadedBytes: 31_400_000,
}
const all = ['about 2 minutes left', '7.4 transactions per second', '31 MB downloaded']

describe('the figures of a scan', () => {
  test('are time, pace and download', () => {
    expect(scanFigures(session, scan)).toEqual(all)
  })

  test.each<[string, Partial<Scan>, number[]]>([
    ['the time', { remainingSeconds: undefined }, [1, 2]],
    ['the pace', { transactionsPerSecond: undefined }, [0, 2]],
    ['a pace without transactions', { transactionsPerSecond: 0 }, [0, 2]],
    ['the download', { downloadedBytes: undefined }, [0, 1]],
  ])('leave out %s that is unknown', (_, other, left) => {
    expect(scanFigures(session, { ...scan, ...other })).toEqual(left.map((at) => all[at]))
  })

  test.each<[string, Partial<Session>, Partial<Scan>]>([
    ['1000 blocks are left', {}, { height: 8_000n }],
    ['the height of the node is unknown', {}, { target: 0n }],
    ['the node does not answer', { online: false }, {}],
    ['the wallet is kept offline', { state: { offline: 'wallet' } as Session['state'] }, {}],
  ])('are absent when %s', (_, ofSession, ofScan) => {
    expect(scanFigures({ ...session, ...ofSession }, { ...scan, ...ofScan })).toEqual([])
  })
})
