import { describe, expect, test } from 'vitest'
import type { Listener } from '../../../server/http/listener.ts'
import { listenAtAll } from '../../../server/http/listen-addresses.ts'
import { consoleLines } from '../../support/programs/console-lines.ts'

/** Listens at all addresses except the taken ones; port 0 becomes 5000. */
function system(...taken: string[]) {
  const asked: [string, number, boolean][] = []
  const listenAt = async (ip: string, port: number, { ipv6Only }: { ipv6Only: boolean }) => {
    asked.push([ip, port, ipv6Only])
    if (taken.includes(ip)) throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' })
    return { address: ip, port: port || 5000 } as Listener
  }
  return { asked, listenAt }
}
const addresses = { ip: '127.0.0.1', ipv6: '::1', port: 0, ignoresIpv4: false }

const errors = consoleLines()

describe('listenAtAll', () => {
  test('takes the same port for both addresses, IPv6 without IPv4 connections', async () => {
    const { asked, listenAt } = system()
    const opened: Listener[] = []
    await listenAtAll(addresses, listenAt, opened)
    expect(asked).toEqual([
      ['127.0.0.1', 0, false],
      ['::1', 5000, true],
    ])
    expect(opened.map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  })

  test('listens at one address without an IPv6 address', async () => {
    const { asked, listenAt } = system()
    await listenAtAll({ ...addresses, ipv6: undefined }, listenAt, [])
    expect(asked).toEqual([['127.0.0.1', 0, false]])
  })

  test('continues with IPv4 when IPv6 is not available', async () => {
    const opened: Listener[] = []
    await listenAtAll(addresses, system('::1').listenAt, opened)
    expect(opened).toHaveLength(1)
    expect(errors).toEqual(['Failed to bind IPv6: the port is in use; choose another one'])
  })

  test('continues with IPv6 on the given port where IPv4 is ignored', async () => {
    const { asked, listenAt } = system('127.0.0.1')
    const opened: Listener[] = []
    await listenAtAll({ ...addresses, port: 18_081, ignoresIpv4: true }, listenAt, opened)
    expect([asked[1], opened.map(({ port }) => port)]).toEqual([['::1', 18_081, true], [18_081]])
    expect(errors).toEqual(['Failed to bind IPv4: the port is in use; choose another one'])
  })

  test('error: IPv4 is not available', async () => {
    const { asked, listenAt } = system('127.0.0.1')
    await expect(listenAtAll(addresses, listenAt, [])).rejects.toThrow('in use')
    expect(asked).toHaveLength(1)
  })

  test('error: neither address is available, IPv4 ignored', async () => {
    const { listenAt } = system('127.0.0.1', '::1')
    const ignoring = { ...addresses, ignoresIpv4: true }
    await expect(listenAtAll(ignoring, listenAt, [])).rejects.toThrow('in use')
  })
})
