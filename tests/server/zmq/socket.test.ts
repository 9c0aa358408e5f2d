import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, vi } from 'vitest'
import { ProgramError } from '../../../server/process/program-error.ts'
import { openZmqSocket } from '../../../server/zmq/socket.ts'
import { freePort } from '../../support/network/free-port.ts'
import { zmqSubscriber } from '../../support/network/zmq-subscriber.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import { test } from '../../support/programs/test.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

async function opened(...addresses: readonly string[]) {
  const subscriptions: string[] = []
  const report = vi.fn<(error: unknown) => void>()
  const socket = await openZmqSocket(
    addresses,
    (message) => void subscriptions.push(bytesToHex(message)),
    report,
  )
  atFileEnd(socket.close)
  return { ...socket, subscriptions, report }
}

const requests = (tag: '00' | '01', prefix: string) => tag + bytesToHex(utf8ToBytes(prefix))
const newSocket = () => `ipc://${join(temporaryFolder('zmq'), 'socket')}`

describe('openZmqSocket', () => {
  test('sends to subscribers at every address, by the beginning of the message', async () => {
    const ipc = newSocket()
    const socket = await opened('tcp://127.0.0.1:*', ipc)
    expect(socket.endpoints).toEqual([expect.stringMatching(/^tcp:\/\/127\.0\.0\.1:\d+$/), ipc])
    const [all, some] = [zmqSubscriber(socket.endpoints[0]!, ''), zmqSubscriber(ipc, 'b:')]
    await vi.waitFor(() => expect(socket.subscriptions).toHaveLength(2))
    expect(socket.subscriptions.toSorted()).toEqual([requests('01', ''), requests('01', 'b:')])
    for (const message of ['a:1', 'b:2', 'c:3']) socket.send(message)
    expect(await all.take(3)).toEqual(['a:1', 'b:2', 'c:3'])
    expect(await some.next()).toBe('b:2')
    expect(socket.report).not.toHaveBeenCalled()
  })

  test('reports ended subscriptions, also of clients that are gone', async () => {
    const socket = await opened('tcp://127.0.0.1:*')
    const [endpoint] = socket.endpoints as [string]
    const client = zmqSubscriber(endpoint, 'a', 'b')
    await vi.waitFor(() => expect(socket.subscriptions).toHaveLength(2))
    client.unsubscribe('a')
    await vi.waitFor(() => expect(socket.subscriptions.at(-1)).toBe(requests('00', 'a')))
    client.close()
    await vi.waitFor(() => expect(socket.subscriptions.at(-1)).toBe(requests('00', 'b')))
  })

  test('listens on IPv6', async () => {
    const socket = await opened('tcp://[::1]:*')
    const client = zmqSubscriber(socket.endpoints[0]!, '')
    await vi.waitFor(() => expect(socket.subscriptions).toHaveLength(1))
    socket.send('x')
    expect(await client.next()).toBe('x')
  })

  test('closes, and a new one takes the place of its file', async () => {
    const ipc = newSocket()
    const first = await opened(ipc)
    first.close()
    const second = await opened(ipc)
    const client = zmqSubscriber(ipc, '')
    await vi.waitFor(() => expect(second.subscriptions).toHaveLength(1))
    second.send('x')
    expect(await client.next()).toBe('x')
    expect(first.subscriptions).toEqual([])
    expect([first.report.mock.calls, second.report.mock.calls]).toEqual([[], []])
  })

  test('error: the address is in use', async () => {
    const address = `tcp://127.0.0.1:${await freePort()}`
    await opened(address)
    await expect(opened('tcp://127.0.0.1:*', address)).rejects.toThrow(
      new ProgramError(`--zmq-pub ${address}: the address is in use; choose another one`),
    )
  })

  test.each([
    ['tcp://192.0.2.1:1', 'this machine does not have that address'],
    ['tcp://no-such-interface:1', 'this machine does not have that address'],
    ['ipc:///no/such/folder/socket', 'the folder of the socket is missing'],
    [`ipc:///tmp/${'x'.repeat(200)}`, 'the path is too long for a socket'],
  ])('error: %s', async (address, reason) => {
    await expect(opened(address)).rejects.toThrow(
      new ProgramError(`--zmq-pub ${address}: ${reason}`),
    )
  })

  test('error: another file is at the path; it stays', async () => {
    const file = join(temporaryFolder('zmq'), 'keys')
    writeFileSync(file, 'precious')
    await expect(opened(`ipc://${file}`)).rejects.toThrow(
      `--zmq-pub ipc://${file}: expected a socket or no file, got another file`,
    )
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })
})
