/**
 * A member of a multisig group that is killed while it signs.
 */
import { expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import { seed } from '../../support/random/case-counts.ts'
import { isKillDue, killCounts, kills, reportKills } from '../../support/programs/kill-counts.ts'
import { killDuring } from '../../support/programs/kill-during.ts'
import { ask, join, ourMember, type Member } from '../../support/multisig/group-members.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../../support/programs/nightjar.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import { seededWords } from '../../support/random/sfc32.ts'
import { timed } from '../../support/programs/timed.ts'

const walletDir = temporaryFolder('killed-members')
const drawn = seededWords(seed())
const rounds = kills(killCounts.service.signatures)

let node: Regtest
let proposer: Member
let program: OurWalletRpc
/** Whose program is killed. */
const victim: Member = {
  ours: true,
  answer: async (method, params) => ({ result: await program.call(method, params) }),
  stop: async () => void (await program.program.stop()),
}

async function reopen() {
  program = await startOurWalletRpc({ daemon: node.address, walletDir })
  await program.call('open_wallet', { filename: 'member', password: 'p' })
  await program.call('auto_refresh', { enable: false })
}

beforeAll(async () => {
  node = await startRegtest()
  const daemon = { address: node.address, trusted: true }
  proposer = await ourMember(0, { daemon }, { connect: connectDaemon })
  program = await startOurWalletRpc({ daemon: node.address, walletDir })
  const wallet = { filename: 'member', password: 'p', language: 'English' }
  await program.call('create_wallet', wallet)
  const [shared] = await join([proposer, victim], 2)
  // One output alone, so that whatever is proposed spends it.
  await node.mine(1, shared)
  await node.mine(80)
})

/** Each tells the other of the output, with new nonces. */
async function exchangeInfos() {
  const infos: string[] = []
  for (const member of [victim, proposer]) {
    await ask(member, 'refresh')
    infos.push((await ask(member, 'export_multisig_info')).info)
  }
  for (const [i, member] of [proposer, victim].entries())
    await ask(member, 'import_multisig_info', { info: [infos[i]] })
}

/** A payment to be signed with the nonces that the victim exported last. */
async function propose(amount: bigint): Promise<{ tx_data_hex: string }> {
  const destinations = [{ address: minerAddress, amount }]
  const { multisig_txset } = await ask(proposer, 'transfer', { destinations })
  return { tx_data_hex: multisig_txset }
}

const signed = (set: object) => program.call('sign_multisig', set)

test('a member that is killed while it signs never uses a nonce twice', async ({ task }) => {
  await exchangeInfos()
  const calm = await propose(1_000_000_000_000n)
  let takesMs = await timed(() => signed(calm))

  let [round, cutOff] = [0, 0]
  for (; isKillDue(round, rounds, cutOff); round++) {
    await exchangeInfos()
    const sets = [await propose(2_000_000_000_000n), await propose(3_000_000_000_000n)]
    const chance = drawn() / 2 ** 32
    const first = await killDuring(program, signed(sets[0]!), { takesMs, round, rounds, chance })
    // A signature that was finished took less time than the measured one: the next kill comes earlier.
    if (first) takesMs /= 2
    else cutOff++
    await reopen()
    let signatures = first ? 1 : 0
    for (const set of [...sets, ...sets]) {
      const refusal = await signed(set).then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (refusal === undefined) signatures++
      else expect(refusal).toContain('stale data')
    }
    expect(signatures).toBeLessThanOrEqual(1)
  }

  await exchangeInfos()
  const { tx_data_hex, tx_hash_list } = await signed(await propose(4_000_000_000_000n))
  expect(await ask(proposer, 'submit_multisig', { tx_data_hex })).toEqual({ tx_hash_list })
  reportKills(task, 'service', round)
}, 900_000)
