import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '#protocol/address.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import { makeUri, parseUri, type PaymentRequest } from '#protocol/uri.ts'
import { count, seed } from '../support/random/case-counts.ts'

type Params = { [name: string]: string | number }
type Wanted = { [name in 'address' | 'payment_id' | 'tx_description' | 'recipient_name']: string }
type Answer = {
  result: { uri: string | (Wanted & { amount: number | bigint }); unknown_parameters?: string[] }
  error: { message: string }
}
type Recorded = { method: string; params: Params; answer: string }
const calls: Recorded[] = JSON.parse(
  readFileSync(new URL('../vectors/address/mainnet.json', import.meta.url), 'utf8'),
)
const recorded = (method: string) =>
  calls
    .filter((call) => call.method === method)
    .map(({ params, answer }) => ({
      params,
      answer: parseJsonBytes(Buffer.from(answer, 'latin1')) as Answer,
      name: JSON.stringify(params).replace(/\w{90,}/g, 'ADDRESS'),
    }))

/** What monero says, without the text that it repeats; parameters that it knows keep their name. */
const withoutText = ({ error: { message } }: Answer) =>
  message
    .replace(/(address|scheme \(expected "monero:"\)|amount|payment id): .*$/s, '$1')
    .replace(/(wrong parameter)(: tx_\w+)?.*$/s, '$1$2')
    .replace(/(instance of) (?!tx_).*$/s, '$1 a parameter')

const readAddress = (text: string) => parseAddress(text, 'mainnet')
const address = String(recorded('make_uri')[0]!.params.address)
const nothing: PaymentRequest = {
  address,
  paymentId: '',
  amount: 0n,
  recipientName: '',
  description: '',
}

describe('makeUri', () => {
  test.each(recorded('make_uri'))('as monero-wallet-rpc: $name', ({ params, answer }) => {
    const made = makeUri(
      {
        address: String(params.address),
        paymentId: String(params.payment_id ?? ''),
        amount: BigInt(params.amount ?? 0),
        recipientName: String(params.recipient_name ?? ''),
        description: String(params.tx_description ?? ''),
      },
      readAddress,
    )
    if ('uri' in made) expect(made.uri).toBe(answer.result.uri)
    else expect(`Cannot make URI from supplied parameters: ${made.error}`).toBe(withoutText(answer))
  })

  test('parseUri returns the values of makeUri, if no text contains an equals sign', () => {
    const texts = fc
      .string({ unit: 'binary' })
      .filter((text) => text.isWellFormed() && !text.includes('='))
    const requests = fc.record(
      { amount: fc.bigInt(0n, 2n ** 64n - 1n), recipientName: texts, description: texts },
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(requests, (given) => {
        const request = { ...nothing, ...given }
        const made = makeUri(request, readAddress)
        expect('uri' in made && parseUri(made.uri, readAddress)).toStrictEqual({
          request,
          unknownParameters: [],
        })
      }),
      { numRuns: count(300, 30_000), seed: seed() },
    )
  })
})

describe('parseUri', () => {
  test.each(recorded('parse_uri'))('as monero-wallet-rpc: $name', ({ params, answer }) => {
    const parsed = parseUri(String(params.uri), readAddress)
    if ('error' in parsed) {
      expect(`Error parsing URI: ${parsed.error}`).toBe(withoutText(answer))
      return
    }
    const { request, unknownParameters } = parsed
    const { uri, unknown_parameters = [] } = answer.result
    if (typeof uri === 'string') throw new Error('recorded: expected the parts of a URI')
    expect(unknownParameters).toStrictEqual(unknown_parameters)
    expect(request).toStrictEqual({
      address: uri.address,
      amount: BigInt(uri.amount),
      paymentId: uri.payment_id,
      description: uri.tx_description,
      recipientName: uri.recipient_name,
    })
  })

  test('names of object properties are ordinary parameters', () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(parseUri(`monero:${address}?${name}=1`, readAddress)).toStrictEqual({
        request: nothing,
        unknownParameters: [`${name}=1`],
      })
  })

  test('mutated URIs are parsed or rejected within the timeout', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'?&=%a1.tx_amount') }), (tail) => {
        const parsed = parseUri(`monero:${address}?${tail}`, readAddress)
        expect('error' in parsed || 'request' in parsed).toBe(true)
      }),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
    expect(parseUri(`monero:${address}?${'a=1&'.repeat(300_000)}`, readAddress)).toStrictEqual({
      error: 'URI has more than one instance of a parameter',
    })
  })

  test('error: the message contains no part of the URI', () => {
    for (const uri of [
      'vixen',
      'monero:vixen',
      `monero:${address}?vixen`,
      `monero:${address}?vixen=1&vixen=2`,
      `monero:${address}?tx_amount=vixen`,
      `monero:${address}?tx_amount=1=vixen`,
      `monero:${address}?tx_payment_id=vixen`,
    ]) {
      const parsed = parseUri(uri, readAddress)
      expect('error' in parsed && parsed.error).toMatch(/^(?!.*vixen)./)
    }
    const made = makeUri({ ...nothing, address: 'vixen' }, readAddress)
    expect(made).toStrictEqual({ error: 'wrong address' })
  })
})
