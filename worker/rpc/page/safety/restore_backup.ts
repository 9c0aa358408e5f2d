import { bytes, text, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'
import { requireFileName, requireFreeName } from '../../wallet/names.ts'

export const restore_backup = hostMethod({
  summary: 'Makes a wallet from a backup file, and opens it',
  params: {
    filename: text,
    password: text.secret().describe('Of the new wallet.'),
    backup: bytes,
    file_password: text.secret(),
  },
  result: { created: u64.describe('When the backup was made.') },
  errors: ['UNKNOWN_ERROR', 'WALLET_ALREADY_EXISTS'],

  run({ service }, { filename, password, backup, file_password }) {
    requireFileName(filename)
    return service.change(async () => {
      await requireFreeName(service, filename)
      const { restoreBackup } = await import('../../../engine/backups.ts')
      const { createdAt } = await restoreBackup(service, filename, password, backup, file_password)
      return { created: createdAt }
    })
  },
})
