/**
 * Connections through a SOCKS proxy: names are left to it, so that nobody else hears of them.
 *
 * @module
 * @see https://www.openssh.org/txt/socks4a.protocol, RFC 1928, monero src/net/socks_connect.cpp
 */
import type { Socket } from 'node:net'
import { SocksClient } from 'socks'
import type { SocksProxy } from '#protocol/socks.ts'

/** Resolves once the proxy says that the connection stands; nothing is sent before. */
export async function throughSocks(
  { host, port, version, username, password }: SocksProxy,
  destination: { host: string; port: number },
  timeoutMs: number,
): Promise<Socket> {
  const login = username === undefined ? {} : { userId: username, password: password ?? '' }
  const { socket } = await SocksClient.createConnection({
    proxy: { host, port, type: version, ...login },
    command: 'connect',
    destination,
    timeout: timeoutMs,
  })
  return socket
}
