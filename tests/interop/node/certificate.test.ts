/** The certificate that a node makes for itself, beside monerod: kept between starts, and read by either. */
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '../../support/programs/test.ts'
import { startMonerod } from '../../support/programs/monerod.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { startRegtest } from '../../support/programs/regtest-node.ts'

const starts = {
  theirs: (dataDir: string) => startMonerod({ dataDir, rpcSsl: 'autodetect' }),
  ours: (dataDir: string) => startRegtest({ dataDir }),
}

/** SHA-256 of the certificate that a node on this folder shows. */
async function shown(who: keyof typeof starts, dataDir: string): Promise<string> {
  const node = await starts[who](dataDir)
  try {
    const port = Number(new URL(node.url).port)
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { fingerprint256 } = socket.getPeerCertificate()
    socket.destroy()
    return fingerprint256
  } finally {
    await node.stop()
  }
}

const filesIn = (folder: string) => ['rpc_ssl.key', 'rpc_ssl.crt'].map((name) => join(folder, name))

test.each(['theirs', 'ours'] as const)('of %s is kept, and both programs serve it', async (who) => {
  const folder = temporaryFolder('certificate')
  const first = await shown(who, folder)
  const [key, certificate] = filesIn(folder)
  expect(new X509Certificate(readFileSync(certificate!)).fingerprint256).toBe(first)
  expect(statSync(key!).mode & 0o777).toBe(0o400)
  expect(statSync(certificate!).mode & 0o777).toBe(0o444)
  for (const again of ['ours', 'theirs'] as const) expect(await shown(again, folder)).toBe(first)
})

test('is not made when TLS is disabled', async () => {
  const folder = temporaryFolder('certificate')
  const node = await startRegtest({ dataDir: folder, flags: ['--rpc-ssl', 'disabled'] })
  await node.stop()
  expect(filesIn(folder).filter((file) => existsSync(file))).toEqual([])
})

test.each([0, 1])('error: file %i of the two is missing', async (gone) => {
  const folder = temporaryFolder('certificate')
  await shown('ours', folder)
  rmSync(filesIn(folder)[gone]!)
  await expect(shown('ours', folder)).rejects.toThrow(
    `nightjar-node: Certificate (.crt) and private key (.key) files must both exist or both not exist at path: ${folder}/rpc_ssl`,
  )
})
