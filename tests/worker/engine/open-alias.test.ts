import { describe, expect, test } from 'vitest'
import type { TextRecords } from '#protocol/openalias.ts'
import { lookUpAlias, lookUpName } from '../../../worker/engine/open-alias.ts'
import { createdWallets } from '../../support/wallets/recorded-seeds.ts'
import { testPorts } from '../../support/wallets/test-wallet.ts'

const [first, second] = createdWallets.map(({ address }) => address)
const record = (address: string) => `oa1:xmr recipient_address=${address}; recipient_name=Monero;`

/** Looks a name up in a resolver with this answer. */
async function lookedUp(text: string, answer: TextRecords | Error) {
  const queries: string[] = []
  const ports = await testPorts({
    async lookUpText(name) {
      queries.push(name)
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { alias: await lookUpAlias(ports, text), queries, lines: ports.lines }
}

describe('lookUpAlias', () => {
  const records = ['v=spf1 -all', record(first!), record(second!)]

  test('returns the first address of signed records', async () => {
    const { alias, queries } = await lookedUp('donate@example.org', { records, isAuthentic: true })
    expect(alias).toEqual({ address: first })
    expect(queries).toEqual(['donate.example.org'])
  })

  test.each<[string, TextRecords, string]>([
    ['records without a signature', { records, isAuthentic: false }, 'not authentic'],
    ['no address in the records', { records: ['v=spf1 -all'], isAuthentic: true }, 'not found'],
    ['no records', { records: [], isAuthentic: true }, 'not found'],
  ])('error: %s', async (_, answer, problem) => {
    expect((await lookedUp('example.org', answer)).alias).toEqual({ problem })
  })

  test('error: the resolver fails, which is logged', async () => {
    const { alias, lines } = await lookedUp('example.org', new Error('timed out'))
    expect(alias).toEqual({ problem: 'not found' })
    expect(lines).toEqual(['warning: a name was not looked up: timed out'])
  })

  test('error: a text that is not a name is not sent to the resolver', async () => {
    const { alias, queries } = await lookedUp(first!.slice(0, -1), { records, isAuthentic: true })
    expect([alias, queries]).toEqual([{ problem: 'no name' }, []])
  })

  test('error: lookups are turned off', async () => {
    const ports = await testPorts()
    expect(await lookUpAlias(ports, 'example.org')).toEqual({ problem: 'no name' })
  })
})

describe('lookUpName', () => {
  test.each([true, false])(
    'also returns the address of a record whose signature is %s',
    async (isAuthentic) => {
      const ports = await testPorts({
        lookUpText: async () => ({ records: [record(first!)], isAuthentic }),
      })
      expect(await lookUpName(ports, 'example.org')).toEqual({ address: first, isAuthentic })
    },
  )

  test('error: no address at the name', async () => {
    const ports = await testPorts({ lookUpText: async () => ({ records: [], isAuthentic: true }) })
    expect(await lookUpName(ports, 'example.org')).toEqual({ problem: 'not found' })
  })
})
