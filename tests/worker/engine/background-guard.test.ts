import { expect, test } from 'vitest'
import { requireForeground } from '../../../worker/engine/background-guard.ts'

test('a wallet in the foreground passes', () => {
  expect(() => requireForeground({ background: undefined })).not.toThrow()
})

// monero src/wallet/wallet_rpc_server.cpp CHECK_IF_BACKGROUND_SYNCING
test.each([
  ['wallet', -51, 'This command is disabled for background wallets.'],
  [
    'syncing',
    -52,
    'This command is disabled while background syncing. ' +
      'Stop background syncing to use this command.',
  ],
] as const)('error: background %s', (background, code, message) => {
  expect(() => requireForeground({ background })).toThrow(
    expect.objectContaining({ code, message }),
  )
})
