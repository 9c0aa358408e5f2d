/** Clients that were written for monero-wallet-rpc drive ours, with a login, and need no change. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import moneroTs from 'monero-ts'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { freePort } from '../support/network/free-port.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { startProgram, type Program } from '../support/programs/process.ts'
import { built } from '../support/programs/proxy.ts'
import { servedNode, type ServedNode } from '../support/daemons/served-node.ts'

const xmr = 1_000_000_000_000n
const [user, password] = ['user', 'pass word']
const run = promisify(execFile)

let node: ServedNode
let url: string
const services: Program[] = []

/** A service with a login; where it listens. @param flags - Beside those that every one has. */
async function start(...flags: readonly string[]): Promise<string> {
  const port = await freePort()
  const args = [
    [built('nightjar-wallet-rpc'), '--rpc-bind-port', `${port}`, '--no-auto-refresh'],
    ['--wallet-dir', temporaryFolder('clients'), '--rpc-login', `${user}:${password}`, ...flags],
  ].flat()
  const ready = /Starting wallet RPC server/
  services.push(await startProgram(process.execPath, args, { ready }))
  return `http://127.0.0.1:${port}`
}

beforeAll(async () => {
  node = await servedNode()
  url = await start('--daemon-address', node.address)
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
      accountIndex: 0,
      address: minerAddress,
      amount: xmr,
      relay: true,
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
      isGood: true,
      totalAmount,
      unconfirmedSpentAmount: 0n,
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

describe("monero-ts' wallet over RPC, its keys at a service that is offline", () => {
  let keys: moneroTs.MoneroWalletRpc
  let view: moneroTs.MoneroWalletRpc
  let unsigned: string
  let signed: string

  beforeAll(async () => {
    const connect = (at: string) => moneroTs.connectToWalletRpc(at, user, password)
    keys = await connect(await start('--offline'))
    view = await connect(await start('--daemon-address', node.address))
    await keys.createWallet({ path: 'keys', password: 'p' })
    await view.createWallet({
      path: 'view',
      password: 'p',
      restoreHeight: 0,
      primaryAddress: await keys.getPrimaryAddress(),
      privateViewKey: await keys.getPrivateViewKey(),
    })
    await node.mine(2, await keys.getPrimaryAddress())
    await node.mine(100)
    await view.sync()
  })

  test('the view-only wallet has no spend key', async () => {
    expect(await view.isViewOnly()).toBe(true)
    expect(await keys.isViewOnly()).toBe(false)
    expect(await view.getPrimaryAddress()).toBe(await keys.getPrimaryAddress())
    expect(await view.getPrivateViewKey()).toBe(await keys.getPrivateViewKey())
    expect((await keys.sync()).getNumBlocksFetched()).toBe(0)
  })

  test('the offline wallet imports outputs and returns key images', async () => {
    expect(await keys.importOutputs(await view.exportOutputs(true))).toBe(2)
    const images = (await keys.exportKeyImages(true)).getKeyImages()
    expect(images).toHaveLength(2)
    const imported = await view.importKeyImages(images)
    expect(imported.getHeight()).toBeGreaterThan(0)
    expect(imported.getSpentAmount()).toBe(0n)
    expect(imported.getUnspentAmount()).toBe(await view.getBalance())
  })

  test('the offline wallet describes the unsigned set and signs it', async () => {
    const tx = await view.createTx({
      accountIndex: 0,
      address: minerAddress,
      amount: xmr,
      relay: false,
    })
    unsigned = tx.getTxSet().getUnsignedTxHex()
    const [described] = (await keys.describeUnsignedTxSet(unsigned)).getTxs()
    expect(described!.getFee()).toBe(tx.getFee())
    const [to] = described!.getOutgoingTransfer().getDestinations()
    expect([to!.getAddress(), to!.getAmount()]).toEqual([minerAddress, xmr])
    const set = await keys.signTxs(unsigned)
    signed = set.getSignedTxHex()
    expect(set.getTxs()).toHaveLength(1)
  })

  test('the signed set is sent, and both wallets mark its inputs as spent', async () => {
    const [txid] = await view.submitTxs(signed)
    await node.mine(10)
    await view.sync()
    const tx = await view.getTx(txid!)
    expect(tx!.getIsConfirmed()).toBe(true)
    expect(tx!.getOutgoingAmount()).toBe(xmr)
    const spent = await view.getOutputs({ isSpent: true })
    expect(spent).toHaveLength(1)

    expect(await keys.importOutputs(await view.exportOutputs(true))).toBe(3)
    const images = (await keys.exportKeyImages(true)).getKeyImages()
    const imported = await view.importKeyImages(images)
    expect(imported.getSpentAmount()).toBe(spent[0]!.getAmount())
    expect(imported.getUnspentAmount()).toBe(await view.getBalance())
  })

  test('an unsigned set of another wallet is refused', async () => {
    await keys.close(true)
    await keys.createWallet({ path: 'other', password: 'p' })
    await expect(keys.signTxs(unsigned)).rejects.toThrow('cannot load unsigned_txset')
  })
})

test("Python's library, which counts on a nonce, asks twice", async () => {
  const args = ['tests/support/network/digest-client.py', `${url}/json_rpc`, user, password]
  const { stdout } = await run('/usr/bin/python3', [...args, 'get_version', 'get_languages'])
  const [version, languages] = stdout.trim().split('\n')
  expect(JSON.parse(version!).result).toEqual({ version: 65539, release: expect.any(Boolean) })
  expect(JSON.parse(languages!).result.languages).toContain('English')
})
