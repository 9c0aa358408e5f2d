import { expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { readLines } from '../../../../web/state/send/payment-lines.ts'
import { createdWallets } from '../../../support/wallets/recorded-seeds.ts'

const [first, second] = createdWallets.map(({ address }) => address) as [string, string]
const foreign = '4'.repeat(95)

/** An engine that knows the recorded addresses, and links to them. */
const client = {
  validate_address: async ({ address }: { address?: string }) => ({
    valid: address === first || address === second,
  }),
  async parse_uri({ uri = '' }) {
    const [, address = '', amount = '0'] = /^monero:(\w+)(?:\?tx_amount=(\d+))?/.exec(uri) ?? []
    if (address !== first && address !== second)
      throw new RpcError('WRONG_URI', 'Error parsing URI')
    const request = { payment_id: '', tx_description: '', recipient_name: '' }
    return { uri: { address, amount: BigInt(amount) * 10n ** 12n, ...request } }
  },
} as unknown as Parameters<typeof readLines>[0]

const read = (text: string) => readLines(client, text)

test.each([
  ['spaces', `${first} 1.5\n${second}  2`],
  ['tabs, as a spreadsheet copies them', `${first}\t1.5\r\n${second}\t2\r\n`],
  ['semicolons', `${first};1.5\n${second};2`],
  [
    'a table with a header, names and quotes',
    `name,address,amount\n"Ann, B",${first},1.5\nC,${second},2`,
  ],
  ['amounts before addresses, comments and empty lines', `# pay\n\n1.5 ${first}\n2 ${second}`],
])('lines with %s', async (_, text) => {
  expect(await read(text)).toEqual({
    paid: [
      { to: first, amount: '1.5' },
      { to: second, amount: '2' },
    ],
  })
})

test('payment requests, also for several recipients, and without an amount', async () => {
  const text = `monero:${first}?tx_amount=3\nmonero:${first};${second}?tx_amount=1;2\nMONERO:${second}`
  expect(await read(text)).toEqual({
    paid: [
      { to: first, amount: '3' },
      { to: first, amount: '1' },
      { to: second, amount: '2' },
      { to: second, amount: '' },
    ],
  })
})

test('error: each wrong line is named, and nothing is read', async () => {
  const lines = [
    `${first} 1`,
    'somebody 1',
    `${first}`,
    `${first};1,5`,
    `${first} 0`,
    `${first} 1 2`,
    `${foreign} 1`,
    'monero:nobody',
    `monero:${first};${second}?tx_amount=1`,
  ]
  expect(await read(lines.join('\n'))).toEqual({
    errors: [
      { line: 2, text: 'Expected a Monero address and an amount, found no address.' },
      { line: 3, text: 'Expected an amount such as 1.5 beside the address.' },
      { line: 4, text: 'Write amounts with a point, as in 1.5, so that they cannot be misread.' },
      { line: 5, text: 'The amount must be more than zero.' },
      {
        line: 6,
        text: 'Expected one address and one amount, found several. Quote other cells that are numbers.',
      },
      { line: 7, text: 'This is not a Monero address of this network.' },
      { line: 8, text: 'This payment request cannot be read.' },
      {
        line: 9,
        text: 'This payment request has 2 addresses, but another number of values of tx_amount.',
      },
    ],
  })
})
