/** Clients that were written for monero-wallet-rpc drive ours, with a login, and need no change. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import moneroTs from 'monero-ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minerAddress } from '../support/monerod.ts'
import { freePort, temporaryFolder } from '../support/ports.ts'
import { startProgram, type Program } from '../support/programs.ts'
import { built } from '../support/proxy.ts'
import { servedNode, type ServedNode } from '../support/served-node.ts'

const xmr = 1_000_000_000_000n
const [user, password] = ['user', 'pass word']
const run = promisify(execFile)

let node: ServedNode
let service: Program
let url: string

beforeAll(async () => {
  node = await servedNode()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const args = [
    [built('nightjar-wallet-rpc'), '--rpc-bind-port', `${port}`],
    ['--wallet-dir', temporaryFolder('clients'), '--rpc-login', `${user}:${password}`],
    ['--daemon-address', node.address, '--no-initial-sync'],
  ].flat()
  service = await startProgram(process.execPath, args, { ready: /Starting wallet RPC server/ })
})
afterAll(async () => {
  await service?.stop()
  await node?.stop()
})

describe("monero-ts' wallet over RPC", () => {
  let wallet: moneroTs.MoneroWalletRpc
  let seed: string
  let txid: string
  const message = 'for the rent of May'

  beforeAll(async () => void (wallet = await moneroTs.connectToWalletRpc(url, user, password)))

  test('creates a wallet', async () => {
    await wallet.createWallet({ path: 'made', password: 'p' })
    seed = await wallet.getSeed()
    expect(await moneroTs.MoneroUtils.validateMnemonic(seed)).toBeUndefined()
    await wallet.close(true)
  })

  test('restores it', async () => {
    await wallet.createWallet({ path: 'restored', password: 'p', seed, restoreHeight: 0 })
    expect(await wallet.getSeed()).toBe(seed)
  })

  test('syncs it', async () => {
    await node.mine(3, await wallet.getPrimaryAddress())
    await node.mine(100)
    const result = await wallet.sync()
    expect(result.getReceivedMoney()).toBe(true)
    expect(await wallet.getHeight()).toBe(104)
    expect(await wallet.getOutputs()).toHaveLength(3)
    expect(await wallet.getUnlockedBalance()).toBe(await wallet.getBalance())
  })

  test('sends', async () => {
    const tx = await wallet.createTx({
      ...{ accountIndex: 0, address: minerAddress, amount: xmr, relay: true },
    })
    txid = tx.getHash()
    await node.mine(1)
    await wallet.sync()
    const [sent] = await wallet.getOutgoingTransfers({ txQuery: { hash: txid } })
    expect(sent!.getAmount()).toBe(xmr)
    expect(sent!.getTx().getIsConfirmed()).toBe(true)
  })

  test('proves', async () => {
    const received = { isGood: true, receivedAmount: xmr }
    const key = await wallet.getTxKey(txid)
    expect(await wallet.checkTxKey(txid, key, minerAddress)).toMatchObject(received)
    const payment = await wallet.getTxProof(txid, minerAddress, message)
    expect(await wallet.checkTxProof(txid, minerAddress, message, payment)).toMatchObject(received)
    const spending = await wallet.getSpendProof(txid, message)
    expect(await wallet.checkSpendProof(txid, message, spending)).toBe(true)
    const address = await wallet.getPrimaryAddress()
    const reserve = await wallet.getReserveProofWallet(message)
    const totalAmount = await wallet.getBalance()
    expect(await wallet.checkReserveProof(address, message, reserve)).toMatchObject({
      ...{ isGood: true, totalAmount, unconfirmedSpentAmount: 0n },
    })
    const signature = await wallet.signMessage(message)
    expect((await wallet.verifyMessage(message, address, signature)).getIsGood()).toBe(true)
  })

  test('sweeps', async () => {
    await node.mine(10)
    await wallet.sync()
    const swept = await wallet.sweepUnlocked({ address: minerAddress, relay: true })
    expect(swept).toHaveLength(1)
    await node.mine(1)
    await wallet.sync()
    expect(await wallet.getBalance()).toBe(0n)
  })

  test('closes', async () => {
    await wallet.close(true)
    await expect(wallet.getPrimaryAddress()).rejects.toThrow('No wallet file')
  })
})

test("Python's library, which counts on a nonce, asks twice", async () => {
  const args = ['tests/support/digest-client.py', `${url}/json_rpc`, user, password]
  const { stdout } = await run('/usr/bin/python3', [...args, 'get_version', 'get_languages'])
  const [version, languages] = stdout.trim().split('\n')
  expect(JSON.parse(version!).result).toEqual({ version: 65539, release: expect.any(Boolean) })
  expect(JSON.parse(languages!).result.languages).toContain('English')
})
