/**
 * A wallet service that is killed while it writes records. Each round continues with the files of the round before.
 */
import { describe, expect } from 'vitest'
import { test } from '../support/programs/test.ts'
import { seed } from '../support/random/case-counts.ts'
import { isKillDue, killCounts, kills, reportKills } from '../support/programs/kill-counts.ts'
import { RecordModel } from '../support/wallets/record-model.ts'
import { startOurWalletRpc } from '../support/programs/nightjar.ts'
import { pause } from '../support/programs/process.ts'
import { sqliteDriver } from '../../server/sqlite/connection.ts'
import { sqliteFiles } from '../../server/sqlite/wallet-files.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { seededBelow } from '../support/random/sfc32.ts'
import { testService, testWallet } from '../support/wallets/test-wallet.ts'

const rounds = kills(killCounts.service.records)

/** A wallet whose password is stretched cheaply: it is opened in each round. */
async function makeWallet(walletDir: string) {
  const files = sqliteFiles(walletDir, await sqliteDriver())
  const service = await testService({}, { files })
  await testWallet({ name: 'w', password: 'p' }, service)
  await service.close()
}

describe('a wallet service that is killed', () => {
  test('while it writes, has every finished call, and the last one whole or not at all', async ({
    task,
  }) => {
    const walletDir = temporaryFolder('killed-records')
    await makeWallet(walletDir)
    const below = seededBelow(seed())
    const model = new RecordModel(below)
    let [round, cutOff, longestMs] = [0, 0, 20]
    for (; isKillDue(round, rounds, cutOff); round++) {
      const flags = ['--offline', '--no-dns']
      const service = await startOurWalletRpc({ daemon: '127.0.0.1:1', walletDir, flags })
      await service.call('open_wallet', { filename: 'w', password: 'p' })
      await model.expectStored(service.call)

      for (let finished = below(4); finished > 0; finished--) {
        const start = performance.now()
        await model.write(service.call)
        longestMs = Math.max(longestMs * 0.9, performance.now() - start)
      }
      const last = model.write(service.call).then(
        () => false,
        () => true,
      )
      // Kills after the planned ones come early, so that they cut off a write.
      if (round < rounds) await pause(below(Math.ceil(longestMs)))
      expect(await service.program.stop('SIGKILL')).toBeNull()
      cutOff += Number(await last)
    }
    const service = await startOurWalletRpc({
      daemon: '127.0.0.1:1',
      walletDir,
      flags: ['--offline'],
    })
    await service.call('open_wallet', { filename: 'w', password: 'p' })
    await model.expectStored(service.call)
    reportKills(task, 'service', round)
  }, 1_800_000)
})
