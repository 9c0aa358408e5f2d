/**
 * Differences from the reference that the calls of the run do not show, and that stay.
 *
 * @module
 */

type KeptDifference = {
  /** The calls, as the page names them. */
  calls: string
  why: string
  /** Tests of our behaviour, from the root. */
  tests: readonly string[]
}

export const keptDifferences: readonly KeptDifference[] = [
  {
    calls: '`close_wallet` with `autosave_current: false`',
    why:
      'the reference drops all changes since the last `store`. Our wallet writes each change at once and keeps it: ' +
      'a record of money that was sent must not be lost',
    tests: ['tests/worker/rpc/wallet/close_wallet.test.ts'],
  },
  {
    calls: '`get_transfers`, `get_balance` after a reorganisation',
    why:
      'a payment whose block was replaced, and that no pool has, is forgotten by v0.18.5.1, and its inputs are unspent again ' +
      '(`wallet2.cpp` `detach_blockchain`). Other nodes still have the payment, and a block can still contain it: a user that ' +
      'pays again pays twice. So our wallet keeps it as pending, its inputs stay spent, and it is sent again: after some ' +
      'hours, with `resend_tx`, or with **Send again** on the page. If a daemon refuses it for good, `rescan_spent` or ' +
      '`abandon_tx` frees the inputs',
    tests: ['tests/worker/engine/background.test.ts'],
  },
  {
    calls: '`get_balance` while the pool has a spend by another copy of the wallet',
    why:
      'the reference counts these outputs as unspent until the spend is mined. Our wallet does not offer them for a second ' +
      'payment, which nodes would refuse. `get_transfers` lists the spend with `pending_elsewhere` only',
    tests: ['tests/interop/sync.test.ts'],
  },
  {
    calls: '`transfer`, `transfer_split`, `sweep_*` without a reachable daemon',
    why:
      'the reference, v0.18.5.1 too, answers -4 `Failed to get height`, or -38 where an answer of the last 30 seconds is ' +
      'enough to begin (`wallet2.cpp` `use_fork_rules`, `node_rpc_proxy.cpp` `get_height`). Our wallet always answers -38, ' +
      'the code of a missing connection',
    tests: ['tests/interop/without-daemon.test.ts'],
  },
  {
    calls: '`export_key_images` of a multisig member without the key images of its group',
    why:
      'the reference exports its part of each key image, with signatures that no wallet accepts. Our wallet answers -29 and ' +
      'names the reason',
    tests: ['tests/worker/rpc/cold/export_key_images.test.ts'],
  },
  {
    calls: '`--block-notify` and `--zmq-pub` of the node in a reorganisation',
    why:
      'monerod announces each new block twice: when it is added, and when the reorganisation is complete (`blockchain.cpp` ' +
      '`switch_to_alternative_blockchain`). Our node announces it once',
    tests: ['tests/interop/node/flags.test.ts', 'tests/interop/node/zmq.test.ts'],
  },
]
