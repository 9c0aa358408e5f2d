import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { without } from '../support/multisig/group-keys.ts'
import { jsonRpc } from '../support/network/http-client.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { pageOf } from './console.ts'
import { createWallet, password, unlock } from './journey.ts'
import { lookFaults } from './look.ts'
import { qrOf, shownQr } from './qr.ts'
import { exchange, paste, savedMessage, shownMessage, takeFile } from './multisig.ts'

let nightjar: Nightjar
/** One browser profile each. */
let members: ChromiumScreen[]
let address: string
/** The file of the payment that the first member proposed. */
let proposal: string
const faults: string[] = []

/** Looks at the screen of a member. */
const look = async (screen: ChromiumScreen, name: string) =>
  void faults.push(...(await lookFaults(screen, `shared-${name}`)))

const go = (screen: ChromiumScreen, place: string) =>
  screen.run<void>(`void (location.hash = '#/${place}')`)
/** The text of the focused element. */
const focused = async (screen: ChromiumScreen) =>
  (await screen.run<string>('document.activeElement.textContent')).trim().replace(/\s+/g, ' ')
const each = async (task: (member: ChromiumScreen, place: number) => Promise<void>) => {
  for (const [i, member] of members.entries()) await task(member, i)
}
const mine = (wallet_address: string, amount_of_blocks: number) =>
  jsonRpc(`${nightjar.url}/json_rpc`, 'generateblocks', { wallet_address, amount_of_blocks })

async function shownAddress(screen: ChromiumScreen) {
  await screen.see('Copy address', 60_000)
  const [shown = ''] = await screen.read('main .address')
  return shown.replace(/\s/g, '')
}

beforeAll(async () => {
  nightjar = await startNightjar()
  members = [await openChromium(), await openChromium(), await openChromium()]
  await each(async (member) => {
    await member.open(nightjar.url)
    await createWallet(member, async () => {})
  })
})

afterAll(async () => {
  for (const member of members) await member.close()
  await nightjar.program.stop()
})

describe('three members create a 2-of-3 wallet', () => {
  test('the start requires that the warning is accepted', async () => {
    const [first] = members as [ChromiumScreen]
    await go(first, 'settings')
    await first.see('Create a shared wallet')
    await first.run(`document.querySelector('main a[href="#/shared"]').click()`)
    await first.see('Before you begin')
    await look(first, 'begin')
    expect(await first.run(`document.querySelector('main form .primary').disabled`)).toBe(true)
    await each(async (member) => {
      await go(member, 'shared')
      await member.tick('I understand that funds can be lost')
      await member.press('Start')
      await member.see('Round 1')
    })
  })

  test('error: a message of this member, and a damaged message', async () => {
    const [first] = members as [ChromiumScreen]
    const own = await shownMessage(first)
    expect(await shownQr(first)).toBe(qrOf(own))
    await paste(first, 'Their messages of round 1', [own])
    await first.see('This is your own message. Send it to the other members.')
    await paste(first, 'Their messages of round 1', [own.slice(0, -3)])
    await first.see('A message is incomplete or damaged. Ask the member to send it again.')
    await look(first, 'keys-fault')
  })

  test('received messages survive a reload before the group exists', async () => {
    const [first, second] = members as [ChromiumScreen, ChromiumScreen]
    const own = await shownMessage(first)
    await paste(first, 'Their messages of round 1', [await shownMessage(second)])
    await first.see('message received')
    await look(first, 'keys-waiting')
    await first.reload()
    await unlock(first)
    await first.see('message received')
    expect((await shownMessage(first)).slice(0, 13)).toBe(own.slice(0, 13))
    expect(await first.read('main .done .mono')).toHaveLength(1)
  })

  test('the rounds complete, even after a reload', async () => {
    const ready = 'All messages are here. You can continue.'
    await exchange(members, 'Their messages of round 1', ready)
    await each(async (member) => {
      await member.press('Continue to round 2')
      await member.see('Their messages of round 2', 60_000)
    })
    const [first] = members as [ChromiumScreen]
    const second = await shownMessage(first)
    await first.reload()
    await unlock(first)
    await go(first, 'overview')
    // Without an address every place leads back to the key exchange.
    await first.see('Their messages of round 2', 60_000)
    expect((await shownMessage(first)).slice(0, 13)).toBe(second.slice(0, 13))
    await look(first, 'keys-second')

    await exchange(members, 'Their messages of round 2', ready)
    await each(async (member) => {
      await member.press('Continue to round 3')
      await member.see('Their messages of round 3', 60_000)
    })
    await exchange(members, 'Their messages of round 3', ready)
    await look(first, 'keys-last')
    await each(async (member) => {
      await member.press('Finish')
      await member.see('Compare it with each of them', 60_000)
    })
  })

  test('all members see the same address', async () => {
    const addresses: string[] = []
    await each(async (member) => void addresses.push(await shownAddress(member)))
    address = addresses[0]!
    expect(address).toMatch(/^4[0-9A-Za-z]{94}$/)
    expect(addresses).toEqual([address, address, address])
    await look(members[0]!, 'made')
  })
})

describe('three members exchange updates', () => {
  test('a notice appears when funds arrive', async () => {
    await mine(address, 1)
    await mine(minerAddress, 100)
    await each(async (member) => {
      await go(member, 'overview')
      await member.see('Block 102', 120_000)
      await member.see('You can spend them after the members exchange updates.', 60_000)
    })
    await look(members[0]!, 'import-needed')
    await go(members[0]!, 'send')
    await members[0]!.see('You can spend them after the members exchange updates.')
    await look(members[0]!, 'send')
  })

  test('an update survives a reload', async () => {
    await each(async (member) => {
      await go(member, 'shared/updates')
      await member.press('Create your update')
    })
    const [first] = members as [ChromiumScreen]
    const own = await shownMessage(first)
    expect(await shownQr(first)).toBe(qrOf(own.toUpperCase()))
    await look(first, 'update')
    await first.reload()
    await unlock(first)
    expect(await shownMessage(first)).toBe(own)
  })

  test('a late update is applied', async () => {
    const [first, ...others] = members as [ChromiumScreen, ChromiumScreen, ChromiumScreen]
    const texts: string[] = []
    await each(async (member) => void texts.push(await shownMessage(member)))
    await paste(first, 'Their updates', [texts[1]!])
    await first.see('You have enough updates.')
    await look(first, 'enough-updates')
    await first.press('Apply updates')
    await first.see('Updates applied.', 60_000)
    expect(await focused(first)).toBe('3. Apply updates')
    await paste(first, 'Their updates', [texts[2]!])
    await expect.poll(() => first.read('main .done'), { timeout: 60_000 }).toHaveLength(2)
    await first.see('Updates applied.')
    expect(await shownMessage(first)).toBe(texts[0])
    for (const [i, member] of others.entries()) {
      await paste(member, 'Their updates', without(texts, i + 1))
      await member.see('All updates are here.')
      await member.press('Apply updates')
      await member.see('Updates applied.', 60_000)
    }
    await look(first, 'updates-applied')
    await each(async (member) => {
      await go(member, 'overview')
      await member.see('Balance')
      await expect.poll(() => member.read('main .notice'), { timeout: 60_000 }).toEqual([])
    })
  })
})

describe('two of three members pay', () => {
  test('error: the form refuses an amount above the balance', async () => {
    const [first] = members as [ChromiumScreen]
    await go(first, 'send')
    await first.fill('To', minerAddress)
    await first.fill('Amount in XMR', '9999999')
    await first.press('Review')
    await first.see('There is not enough money for this amount and its fee.', 60_000)
  })

  test('the proposing member checks the payment before sharing it', async () => {
    const [first] = members as [ChromiumScreen]
    await first.fill('Amount in XMR', '1.25')
    await first.press('Review')
    await first.see('Check this payment', 120_000)
    expect(await first.read('main .text')).toEqual([])
    expect(await first.read('main .payee .amount')).toEqual(['1.250000000000\u00a0XMR'])
    await look(first, 'proposed')
    await first.press('Share with members')
    await first.see('Waiting for another member')
    await look(first, 'shared')
    await first.reload()
    await unlock(first)
    await first.see('Waiting for another member', 60_000)
    await first.see('This message is too long for a QR code.')
    proposal = await savedMessage(first)
    expect(readFileSync(proposal, 'latin1')).toMatch(/^Monero multisig unsigned tx set\x01/)
  })

  test('the wallet asks before it discards a signature', async () => {
    const [first] = members as [ChromiumScreen]
    await first.press('Remove payment')
    await first.see('Discard your signature?')
    expect(await focused(first)).toBe('Discard your signature?')
    await look(first, 'discard')
    await first.press('Keep payment')
    await first.see('Waiting for another member')
    expect(await focused(first)).toBe('Waiting for another member')
    await go(first, 'send')
    await first.fill('To', minerAddress)
    await first.fill('Amount in XMR', '0.5')
    await first.press('Review')
    await first.see('Another payment is waiting', 120_000)
    await look(first, 'replace')
    await first.press('Keep payment')
    await first.see('Check this payment')
    expect(await first.read('main .payee .amount')).toEqual(['1.250000000000\u00a0XMR'])
  })

  test('another member reviews the payment, signs it and sends it', async () => {
    const [first, , third] = members as [ChromiumScreen, ChromiumScreen, ChromiumScreen]
    await go(third, 'shared')
    await third.see('Import a message')
    await takeFile(third, proposal)
    await third.see('Your signature is needed', 60_000)
    const shown = await third.read('main dd')
    expect(shown).toEqual(await first.read('main dd'))
    const [to = ''] = await third.read('main .payee .address')
    expect(to.replace(/\s/g, '')).toBe(minerAddress)
    await look(third, 'to-sign')
    await third.press('Sign')
    await third.see('Ready to send', 60_000)
    await third.reload()
    await unlock(third)
    await third.see('Ready to send', 60_000)
    await look(third, 'signed')
    await go(third, 'shared')
    await third.see('Import a message')
    expect(await focused(third)).toBe('Shared wallet')
    await takeFile(third, proposal)
    await third.see('This version of the payment lacks your signature.', 60_000)
    await look(third, 'older-version')
    await go(third, 'shared/payment')
    await third.see('Ready to send')
    await third.press('Send now')
    await third.see('Payment sent', 60_000)
    expect(await focused(third)).toBe('Payment sent')
    await look(third, 'sent')
  })

  test('all members see it mined, and the same balance', async () => {
    await mine(minerAddress, 1)
    const balances: string[] = []
    await each(async (member) => {
      await go(member, 'history')
      await member.see('Block 103', 120_000)
      const lines = async () => (await member.read('main li')).join('; ')
      await expect.poll(lines, { timeout: 60_000 }).toMatch(/Sent\s+.*\u22121\.25\d+\sXMR/s)
      await go(member, 'overview')
      await member.see('Balance')
      // The change arrived, and needs new updates.
      await member.see('You can spend them after the members exchange updates.', 60_000)
      balances.push((await member.read('main .total'))[0]!)
    })
    expect(balances).toEqual([balances[0], balances[0], balances[0]])
  })

  test('error: a member cannot send the same payment again', async () => {
    const [, second] = members as [ChromiumScreen, ChromiumScreen]
    await go(second, 'shared/payment')
    await second.see('No payment in progress')
    await takeFile(second, proposal)
    await second.see('Your signature is needed', 60_000)
    await second.press('Sign')
    await second.see('Send now', 60_000)
    await second.press('Send now')
    await second.see('another member may have sent it', 60_000)
    await look(second, 'spent-before')
  })
})

describe('the seed of a member', () => {
  test('restores the member', async () => {
    const [, second] = members as [ChromiumScreen, ChromiumScreen]
    await go(second, 'settings')
    await second.press('Show seed')
    const card = pageOf(second).getByRole('region', { name: 'Seed', exact: true })
    await card.getByLabel('Password of this wallet').fill(password)
    await second.press('Show')
    await second.see('Copy seed')
    const [digits = ''] = await second.read('main .hex')
    expect(digits).toMatch(/^[0-9a-f]+$/)
    await look(second, 'seed')
    await second.press('Hide')
    await second.press('Lock')
    await second.press('Restore a wallet')
    await second.fill('Name', 'Restored')
    await second.fill('Password', password)
    await second.fill('Password again', password)
    await second.fill('Seed phrase', digits)
    await second.press('Restore wallet')
    await second.see('Up to date', 120_000)
    await go(second, 'shared')
    expect(await shownAddress(second)).toBe(address)
    await second.see('New funds arrived. Exchange updates before spending them.', 60_000)
  })
})

test('axe-core finds no fault on any screen, in either theme', () => {
  expect(faults).toEqual([])
})

test('no request leaves the origin, and the console stays empty', () => {
  const foreign = members
    .flatMap((member) => member.requests())
    .filter((url) => !url.startsWith(nightjar.url) && !url.startsWith('data:'))
  expect(foreign.filter((url) => !url.startsWith('blob:'))).toEqual([])
  expect(members.flatMap((member) => member.errors())).toEqual([])
})
