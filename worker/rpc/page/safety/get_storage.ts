import { list, object, text, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

const size = { records: u64, bytes: u64 }

export const get_storage = hostMethod({
  summary: 'How much the wallets of this browser store',
  params: {},
  result: {
    wallets: list(object({ name: text, ...size })).describe('As stored, encrypted.'),
    tables: list(object({ table: text, ...size })).describe(
      'Of the open wallet, before encryption; empty without one.',
    ),
    feed_cache: object({ files: u64, bytes: u64, budget: u64 })
      .optional()
      .describe('What is kept of scan feeds; absent where the browser cannot keep it.'),
  },

  async run({ service }) {
    const { tableSizes, walletSizes } = await import('../../../engine/storage-sizes.ts')
    const wallets = await walletSizes(service)
    const tables = service.wallet ? await tableSizes(service.wallet) : []
    const whole = <T extends { records: number; bytes: number }>(size: T) => ({
      ...size,
      records: BigInt(size.records),
      bytes: BigInt(size.bytes),
    })
    const cache = await service.ports.feedCache?.()
    const kept = await cache?.measure()
    return {
      wallets: wallets.map(whole),
      tables: tables.map(whole),
      feed_cache: cache &&
        kept && {
          files: BigInt(kept.files),
          bytes: BigInt(kept.bytes),
          budget: BigInt(cache.budget),
        },
    }
  },
})
