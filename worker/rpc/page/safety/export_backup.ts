import { bytes, text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const export_backup = hostMethod({
  summary: 'Writes an encrypted backup of everything that the open wallet stores',
  params: { password: text.secret(), file_password: text.secret() },
  result: { backup: bytes },
  errors: ['NOT_OPEN', 'INVALID_PASSWORD', 'IS_BACKGROUND_WALLET', 'IS_BACKGROUND_SYNCING'],

  async run({ wallet }, { password, file_password }) {
    const { exportBackup } = await import('../../../engine/backups.ts')
    return { backup: await exportBackup(wallet, password, file_password) }
  },
})
