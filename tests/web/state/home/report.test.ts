import { expect, test } from 'vitest'
import { readHome } from '../../../../web/state/home/report.ts'

test('asks once for each balance', async () => {
  const asked: number[] = []
  const get_home = ({ account_index, starts }: { account_index: number; starts: bigint[] }) => {
    asked.push(account_index)
    const periods = starts.map(() => ({ income: 0n, spending: 0n, balance: 0n }))
    return Promise.resolve({ unlocking: [], opening: 0n, periods })
  }
  type Reader = Parameters<typeof readHome>[0]
  const reader = (account: number, balance: object | undefined) =>
    ({ account, balance, session: { client: { get_home } } }) as unknown as Reader
  const [first, second] = [{}, {}]
  const report = await readHome(reader(0, first))
  expect(report!.periods).toHaveLength(report!.starts.length)
  expect(await readHome(reader(0, first))).toBe(report)
  await readHome(reader(1, second))
  expect(asked).toEqual([0, 1])
  expect(readHome(reader(0, undefined))).toBeUndefined()
})
