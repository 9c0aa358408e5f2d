import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from '#protocol/address.ts'
import { parseNodeAddress } from '../../../../proxy/node/calls/node-address.ts'
import type { NodeContext } from '../../../../proxy/node/context.ts'
import { ownNode } from '../../../support/daemons/in-process-node.ts'

type Kinds = { texts: Record<'standard' | 'subaddress' | 'integrated', string> }

const recorded = (network: string) => {
  const url = new URL(`../../../vectors/address/validate-${network}.json`, import.meta.url)
  return (JSON.parse(readFileSync(url, 'utf8')) as Kinds).texts
}

let context: NodeContext
beforeAll(async () => void ({ context } = await ownNode()))

describe('parseNodeAddress', () => {
  // A private chain has the addresses of mainnet.
  test.each(Object.entries(recorded('mainnet')))('reads a recorded %s address', (kind, text) => {
    expect(parseNodeAddress(context, text)).toMatchObject({ kind })
  })

  test.each(['stagenet', 'testnet'])('error: an address of %s', (network) => {
    for (const text of Object.values(recorded(network)))
      expect(parseNodeAddress(context, text)).toBeUndefined()
  })

  test.each(['', 'x', `${recorded('mainnet').standard}1`])('error: %j', (text) => {
    expect(parseNodeAddress(context, text)).toBeUndefined()
  })

  test.each(['spendKey', 'viewKey'] as const)('error: the %s is not a point', (name) => {
    const address = parseAddress(recorded('mainnet').standard, 'mainnet')!
    const key = Uint8Array.of(2, ...new Uint8Array(31))
    expect(context.crypto.isPoint(key)).toBe(false)
    const text = formatAddress({ ...address, [name]: key })
    expect(parseAddress(text, 'mainnet')).toBeDefined()
    expect(parseNodeAddress(context, text)).toBeUndefined()
  })
})
