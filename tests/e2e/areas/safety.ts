import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { choosePassword, password } from '../journey.ts'
import { becomes, enter, go, openWallet, savedFile, shown, valueOf, type World } from './world.ts'

/** Backup, lock, and what is stored. */
export function safetyTests(world: World) {
  describe('a backup', () => {
    const filePassword = 'winter copper sledge orbit 58'
    let path: string

    test('is saved with a password of its own', async () => {
      const { screen } = world
      await go(world, 'settings/backup')
      await screen.unfold('Save a backup file')
      await screen.fill('Password of this wallet', password)
      await screen.fill('Password of the backup', filePassword)
      await screen.fill('Password of the backup again', filePassword)
      const { name, bytes } = await savedFile(world, 'Save backup')
      expect(name).toMatch(/^My wallet \d{4}-\d\d-\d\d\.nightjar-backup$/)
      expect(bytes.subarray(0, 15).toString()).toBe('nightjar backup')
      path = join(temporaryFolder('backup'), name)
      writeFileSync(path, bytes)
    })

    test('is restored with balance, notes and categories, as a new wallet', async () => {
      const { screen } = world
      await screen.press('Lock')
      await screen.press('Restore a wallet')
      await screen.tick('Backup file')
      await screen.give('Backup file', path)
      await becomes(() => valueOf(world, 'Name'), 'My wallet 3')
      await screen.fill('Password of the backup', filePassword)
      await choosePassword(screen)
      await screen.press('Restore wallet')
      await becomes(() => openWallet(world), 'My wallet 3')
      await go(world, 'overview')
      await becomes(() => screen.read('main .total'), [shown(world.balance)])
      await go(world, 'history')
      await screen.fill('Search', 'baking flour')
      await screen.see('1 of ')
      await becomes(async () => (await screen.read('main li')).length, 1)
    })
  })

  describe('a locked wallet', () => {
    test('opens with its password only', async () => {
      const { screen } = world
      await screen.press('Lock')
      await screen.see('Unlock')
      const [text = ''] = await screen.read('body')
      expect(text).not.toMatch(/XMR|\d\.\d{4}/)
      await screen.fill('Password', 'wrong')
      await screen.press('Unlock')
      await screen.see('That is not the password of this wallet.')
      await enter(world, 'My wallet 3')
    })
  })

  describe('the stored data', () => {
    test('are listed by wallet and kind', async () => {
      const { screen } = world
      await go(world, 'storage')
      await screen.see('What the open wallet stores')
      const names = async () =>
        (await screen.read('main .wallet .name')).map((each) => each.replace(/^M\s*(?=My)/, ''))
      await becomes(names, ['My wallet', 'My wallet 2', 'My wallet 3'])
      expect((await screen.read('main tbody th')).join()).toContain('Your entries')
    })
  })
}
