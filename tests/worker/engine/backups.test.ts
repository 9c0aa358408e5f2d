import { describe, expect, test } from 'vitest'
import { pageClient } from '../../support/wallets/page-client.ts'
import { paidWallet } from '../../support/wallets/paid-wallet.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'
import { sentRecord } from '../../support/wallets/transfer-records.ts'

const sentId = 'cd'.repeat(32)

/** A wallet with something of everything. */
async function richWallet() {
  const { wallet, service } = await paidWallet()
  await wallet.sync.refresh()
  const page = pageClient(service)
  const own = wallet.primaryAddress
  await page.create_account({ label: 'Rent' })
  await page.create_address({ account_index: 1, count: 30, label: 'May' })
  await page.tag_accounts({ tag: 'home', accounts: [1] })
  await page.set_account_tag_description({ tag: 'home', description: 'Flat' })
  await page.add_address_book({ address: own, description: 'Me' })
  await page.set_attribute({ key: 'nightjar.categories', value: '{"a":1}' })
  const [output] = wallet.store.outputs.values()
  await page.set_tx_notes({ txids: [output!.txid], notes: ['a gift'] })
  await page.freeze({ key_image: output!.keyImage! })
  const txKeys = [new Uint8Array(32).fill(5)]
  await wallet.store.commit((change) =>
    change.put(wallet.store.sent, sentId, sentRecord({ txid: sentId, txKeys })),
  )
  return { wallet, service, page }
}

type Page = ReturnType<typeof pageClient>

/** What a client can ask of a wallet. */
async function answers(page: Page) {
  const kinds = { in: true, out: true, pending: true, failed: true, pool: true }
  return {
    height: await page.get_height({}),
    transfers: await page.get_transfers({ ...kinds, all_accounts: true }),
    accounts: await page.get_accounts({}),
    tags: await page.get_account_tags({}),
    first: await page.get_address({ account_index: 0 }),
    second: await page.get_address({ account_index: 1 }),
    book: await page.get_address_book({}),
    attribute: await page.get_attribute({ key: 'nightjar.categories' }),
    outputs: await page.incoming_transfers({ transfer_type: 'all' }),
    key: await page.get_tx_key({ txid: sentId }),
    seed: await page.query_key({ key_type: 'mnemonic' }),
    view: await page.query_key({ key_type: 'view_key' }),
  }
}

describe('a backup', () => {
  test('is restored under another name with the same answers', async () => {
    const { page, wallet, service } = await richWallet()
    const before = await answers(page)
    const records = new Map(
      [...wallet.store.tables()].map(([n, { rows }]) => [n, structuredClone(rows)]),
    )
    const { backup } = await page.export_backup({ password: '', file_password: 'file' })
    const restore = { filename: 'again', password: 'new', backup, file_password: 'file' }
    expect(await page.restore_backup(restore)).toEqual({ created: 1_800_000_000n })
    expect(await answers(page)).toEqual(before)
    expect(before.transfers.in).toHaveLength(2)
    for (const [name, { rows }] of service.wallet!.store.tables())
      expect({ name, rows: new Map(rows) }).toEqual({ name, rows: records.get(name) })
    await page.close_wallet({})
    await page.open_wallet({ filename: 'again', password: 'new' })
    expect(await answers(page)).toEqual(before)
  })

  test.each([true, false])('keeps that a wallet is kept offline: %s', async (enabled) => {
    const { page, service } = await richWallet()
    // It was kept offline once in any case, which leaves a member in its record.
    for (const value of [!enabled, enabled]) await page.keep_offline({ enabled: value })
    const { backup } = await page.export_backup({ password: '', file_password: 'f' })
    await page.restore_backup({ filename: 'w', password: '', backup, file_password: 'f' })
    expect(service.wallet!.info.keptOffline).toBe(enabled)
  })

  test('of a view-only wallet is restored', async () => {
    const service = await testService()
    const { secrets, primaryAddress } = await testWallet({}, service)
    const { spendSecret: _, ...viewing } = secrets
    const keys = { secrets: structuredClone(viewing), deterministic: false, seedLanguage: '' }
    await testWallet(keys, service)
    const page = pageClient(service)
    const { backup } = await page.export_backup({ password: '', file_password: 'f' })
    await page.restore_backup({ filename: 'v', password: '', backup, file_password: 'f' })
    expect(service.wallet).toMatchObject({ primaryAddress, viewOnly: true })
  })
})

describe('error: a backup', () => {
  async function saved() {
    const service = await testService()
    await testWallet({ name: 'A', password: 'a' }, service)
    const page = pageClient(service)
    const { backup } = await page.export_backup({ password: 'a', file_password: 'f' })
    return { page, backup, service }
  }

  test('is not written with another password of the wallet', async () => {
    const { page } = await saved()
    const wrong = { password: 'b', file_password: 'f' }
    await expect(page.export_backup(wrong)).rejects.toMatchObject({ reason: 'INVALID_PASSWORD' })
  })

  test('that does not open leaves everything as it was', async () => {
    const { page, backup } = await saved()
    const restore = { filename: 'B', password: '', backup, file_password: 'f' }
    await expect(page.restore_backup({ ...restore, file_password: 'g' })).rejects.toMatchObject({
      data: 'wrong password',
    })
    const half = backup.slice(0, 1000)
    await expect(page.restore_backup({ ...restore, backup: half })).rejects.toMatchObject({
      message: `The backup cannot be used: it is truncated: expected ${backup.length} bytes, got 1000`,
    })
    expect(await page.get_state({})).toMatchObject({ wallets: ['A'], open: 'A' })
  })

  test('of another network', async () => {
    const { backup } = await saved()
    const page = pageClient(await testService({ network: 'stagenet' }))
    const restore = { filename: 'B', password: '', backup, file_password: 'f' }
    await expect(page.restore_backup(restore)).rejects.toMatchObject({
      message: 'The backup cannot be used: its wallet is of mainnet, expected stagenet',
    })
  })

  test('is not restored over a wallet', async () => {
    const { page, backup } = await saved()
    const restore = { filename: 'A', password: '', backup, file_password: 'f' }
    await expect(page.restore_backup(restore)).rejects.toMatchObject({
      message: 'Wallet already exists.',
    })
  })

  test('with keys that are not those of its address', async () => {
    const { page, service } = await saved()
    const { wallet } = service
    const secrets = { ...wallet!.secrets, viewPublic: wallet!.secrets.spendPublic }
    wallet!.store.hold(secrets)
    const { backup } = await page.export_backup({ password: 'a', file_password: 'f' })
    const restore = { filename: 'B', password: '', backup, file_password: 'f' }
    await expect(page.restore_backup(restore)).rejects.toMatchObject({
      message: 'The backup cannot be used: its view key is not that of its address',
    })
  })
})
