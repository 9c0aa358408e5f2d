/** A process that is killed while it changes the password of a wallet on disk. */
import { writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { sqliteFiles } from '../../../../server/sqlite/wallet-files.ts'
import type { RecordStore } from '../../../../worker/engine/base/ports.ts'
import { WrongPassword } from '../../../../worker/engine/store/errors.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { Vault } from '../../../../worker/engine/store/vault.ts'
import { bundleProgram } from '../../../support/programs/bundle-program.ts'
import { pause, startProgram } from '../../../support/programs/process.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { seededRandom } from '../../../support/random/keccak-random.ts'
import { temporaryFolder } from '../../../support/storage/temporary-folder.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'
import { createVault } from '../../../support/storage/vaults.ts'

const root = process.cwd()
const folder = temporaryFolder('password-change-kill')
const wallets = join(folder, 'wallets')
const random = seededRandom(seed())
const passwords = ['odd', 'even'] as const
const notes = Array.from({ length: 300 }, (_, at): [string, string] => [`${at}`, `note ${at}`])
let script: string

/** Changes the password from one to the other, over and over, until it is killed. */
const changer = `
  import { sqliteDriver } from ${JSON.stringify(join(root, 'server/sqlite/connection.ts'))}
  import { sqliteFiles } from ${JSON.stringify(join(root, 'server/sqlite/wallet-files.ts'))}
  import { Store } from ${JSON.stringify(join(root, 'worker/engine/store/store.ts'))}
  import { Vault } from ${JSON.stringify(join(root, 'worker/engine/store/vault.ts'))}
  import { vaultPorts } from ${JSON.stringify(join(root, 'tests/support/storage/vault-ports.ts'))}
  const records = await sqliteFiles(process.argv[2], await sqliteDriver()).open('w')
  const store = new Store((changes) => vault.persist(changes))
  let [password, next] = process.argv.slice(3)
  const vault = await Vault.open(vaultPorts, records, password, store)
  console.log('changing')
  for (;;) {
    await store.rewrite((all) => vault.changePassword(password, next, all))
    ;[password, next] = [next, password]
  }`

beforeAll(async () => {
  mkdirSync(wallets)
  writeFileSync(join(folder, 'entry.ts'), changer)
  script = await bundleProgram(folder, 'entry.ts')
})

/** Opens the wallet with the password that it has. */
async function opened(records: RecordStore) {
  const store: Store = new Store(async () => {})
  const [odd, even] = passwords
  try {
    await Vault.open(vaultPorts, records, odd, store)
    return { store, password: odd, other: even }
  } catch (error) {
    if (!(error instanceof WrongPassword)) throw error
    await Vault.open(vaultPorts, records, even, store)
    return { store, password: even, other: odd }
  }
}

describe('a password change that is killed', () => {
  test('leaves the wallet whole, with one of the two passwords', async () => {
    const files = sqliteFiles(wallets, await sqliteDriver())
    const made = (await files.create('w')) as RecordStore
    const { store } = await createVault(made, passwords[0])
    await store.commit((change) => {
      for (const [key, note] of notes) change.put(store.notes, key, note)
    })
    await made.close()

    let current: { password: string; other: string } = { password: 'odd', other: 'even' }
    for (let round = 0; round < count(6, 100); round++) {
      const given = [script, wallets, current.password, current.other]
      const program = await startProgram(process.execPath, given, { ready: /changing/ })
      await pause(random(1)[0]! / 2)
      expect(await program.stop('SIGKILL')).toBeNull()

      const records = (await files.open('w')) as RecordStore
      const left = await opened(records)
      expect(new Map(left.store.notes.rows)).toEqual(new Map(notes))
      const stored = await records.readAll()
      expect(stored.size).toBe(notes.length + 2)
      const refused = Vault.open(vaultPorts, records, left.other, new Store(async () => {}))
      await expect(refused).rejects.toThrow(WrongPassword)
      await records.close()
      current = left
    }
  })
})
