/**
 * Ports and folders that nothing else uses.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './end.ts'

/** A loopback port that nothing listens on now; the kernel does not hand it out again soon. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** An empty folder of this run, removed when the test process ends. */
export function temporaryFolder(name = 'test'): string {
  const folder = mkdtempSync(join(tmpdir(), `nightjar-${name}-`))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
