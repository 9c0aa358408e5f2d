import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sqliteFiles } from '../../../server/sqlite/wallet-files.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import type { RecordStore } from '../../../worker/engine/base/ports.ts'
import { bundleProgram } from '../../support/programs/bundle-program.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { pause, startProgram } from '../../support/programs/process.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'

const root = process.cwd()
const folder = temporaryFolder('sqlite-kill')
const wallets = join(folder, 'wallets')
let script: string
const random = seededRandom(seed())

/** Writes the same number to both files, over and over, until it is killed. */
const writer = `
  import { sqliteFiles } from ${JSON.stringify(join(root, 'server/sqlite/wallet-files.ts'))}
  import { sqliteDriver } from ${JSON.stringify(join(root, 'server/sqlite/connection.ts'))}
  const files = sqliteFiles(process.argv[2], await sqliteDriver())
  const store = (await files.exists('w')) ? await files.open('w') : await files.create('w')
  for (let n = 1; ; n++) {
    const bytes = new Uint8Array(2000).fill(n)
    const rows = Array.from({ length: 20 }, (_, i) => ['data.' + i, bytes])
    await store.write(new Map([['keys.n', bytes], ...rows]), [])
    if (n === 1) console.log('writing')
  }`

beforeAll(async () => {
  mkdirSync(wallets)
  writeFileSync(join(folder, 'entry.ts'), writer)
  script = await bundleProgram(folder, 'entry.ts')
})

describe('wallet files of a process that is killed', () => {
  test('hold every write whole, in both files', async () => {
    const files = sqliteFiles(wallets, await sqliteDriver())
    for (let round = 0; round < count(6, 100); round++) {
      const program = await startProgram(process.execPath, [script, wallets], { ready: /writing/ })
      await pause(random(1)[0]! / 4)
      await program.stop('SIGKILL')

      const store = (await files.open('w')) as RecordStore
      const all = await store.readAll()
      const numbers = new Set([...all.values()].map((bytes) => bytes[0]))
      expect({ records: all.size, numbers: numbers.size }).toEqual({ records: 21, numbers: 1 })
      await store.close()
    }
  })
})
