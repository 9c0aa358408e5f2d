/**
 * The certificate of a node that was given none: made once, and kept in its folder from then on, where
 * monerod keeps its own.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp init, contrib/epee/src/net_ssl.cpp store_ssl_keys
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tls } from '#protocol/tls.ts'
import { Failure } from '../process/failure.ts'
import { ownCertificate } from './self-signed.ts'

/**
 * The same with the certificate that `folder` keeps, where none is named. To be called by one process at
 * a time.
 *
 * @throws Failure when one of its two files is gone: callers who know the other would be turned away.
 */
export function withKeptCertificate(tls: Tls, folder: string): Tls {
  if (tls.mode === 'disabled' || tls.keyFile !== '' || tls.certificateFile !== '') return tls
  const base = join(folder, 'rpc_ssl')
  const [keyFile, certificateFile] = [`${base}.key`, `${base}.crt`]
  const hasKey = existsSync(keyFile)
  if (hasKey !== existsSync(certificateFile))
    throw new Failure(
      `Certificate (.crt) and private key (.key) files must both exist or both not exist at path: ${base}`,
    )
  if (!hasKey) {
    const { key, cert } = ownCertificate()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(keyFile, key, { flag: 'wx', mode: 0o400 })
    writeFileSync(certificateFile, cert, { flag: 'wx', mode: 0o444 })
  }
  return { ...tls, keyFile, certificateFile }
}
