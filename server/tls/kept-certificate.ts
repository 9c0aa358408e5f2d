/**
 * The certificate of a node without one in its flags: generated once, and kept in the data folder, where
 * monerod keeps its certificate.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp init, contrib/epee/src/net_ssl.cpp store_ssl_keys
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tls } from '#protocol/network/tls.ts'
import { ProgramError } from '../process/program-error.ts'
import { ownCertificate } from './self-signed.ts'

/**
 * The settings with the certificate in `folder`, unless they name one. Only one process may call this at
 * a time.
 *
 * @throws Failure when one of the two files is missing: a new pair would break clients that know the old one.
 */
export function withKeptCertificate(tls: Tls, folder: string): Tls {
  if (tls.mode === 'disabled' || tls.keyFile !== '' || tls.certificateFile !== '') return tls
  const base = join(folder, 'rpc_ssl')
  const [keyFile, certificateFile] = [`${base}.key`, `${base}.crt`]
  const hasKey = existsSync(keyFile)
  if (hasKey !== existsSync(certificateFile))
    throw new ProgramError(
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
