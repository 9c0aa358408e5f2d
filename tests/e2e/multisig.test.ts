import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { without } from '../support/multisig/group-keys.ts'
import { jsonRpc } from '../support/network/http-client.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, password, unlock } from './journey.ts'
import { qrOf, shownQr } from './qr.ts'
import { exchange, fitsNarrow, paste, savedMessage, shownMessage, takeFile } from './multisig.ts'

let nightjar: Nightjar
/** Each with a profile of its own. */
let members: ChromiumScreen[]
let address: string
/** What the first one proposed. */
let proposal: string
const faults: string[] = []

/** Pictures of the screen, wide and narrow, and what axe finds on it. */
async function shoot(screen: ChromiumScreen, name: string) {
  await screen.shoot(`shared-${name}`)
  await fitsNarrow(screen, name)
  faults.push(...(await axeFaults(screen, name)))
  await screen.theme('dark')
}

const go = (screen: ChromiumScreen, place: string) =>
  screen.run<void>(`void (location.hash = '#/${place}')`)
/** What the focus is on says. */
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

describe('three make a wallet of which two sign', () => {
  test('nobody begins without having read what may go wrong', async () => {
    const [first] = members as [ChromiumScreen]
    await go(first, 'settings')
    await first.see('Make a shared wallet')
    await first.run(`document.querySelector('main a[href="#/shared"]').click()`)
    await first.see('Before you begin')
    await shoot(first, 'begin')
    expect(await first.run(`document.querySelector('main form .primary').disabled`)).toBe(true)
    await each(async (member) => {
      await go(member, 'shared')
      await member.tick('I understand that money can be lost')
      await member.press('Begin')
      await member.see('Round 1')
    })
  })

  test('error: a message that is none of the round is named as such', async () => {
    const [first] = members as [ChromiumScreen]
    const own = await shownMessage(first)
    expect(await shownQr(first)).toBe(qrOf(own))
    await paste(first, 'Their messages of round 1', [own])
    await first.see('This is your own message. The others need it.')
    await paste(first, 'Their messages of round 1', [own.slice(0, -3)])
    await first.see('A message is not whole, or was changed on its way. Have it sent again.')
    await shoot(first, 'keys-fault')
  })

  test('what one has of the others is there after a reload, before there is a group', async () => {
    const [first, second] = members as [ChromiumScreen, ChromiumScreen]
    const own = await shownMessage(first)
    await paste(first, 'Their messages of round 1', [await shownMessage(second)])
    await first.see('has answered')
    await shoot(first, 'keys-waiting')
    await first.reload()
    await unlock(first)
    await first.see('has answered')
    expect((await shownMessage(first)).slice(0, 13)).toBe(own.slice(0, 13))
    expect(await first.read('main .done .mono')).toHaveLength(1)
  })

  test('goes through the rounds, also over a reload in their midst', async () => {
    const ready = 'All have answered: it is your turn.'
    await exchange(members, 'Their messages of round 1', ready)
    await each(async (member) => {
      await member.press('Go on to round 2')
      await member.see('Their messages of round 2', 60_000)
    })
    const [first] = members as [ChromiumScreen]
    const told = await shownMessage(first)
    await first.reload()
    await unlock(first)
    await go(first, 'overview')
    // There is no address yet: whichever way it goes, it is led back here.
    await first.see('Their messages of round 2', 60_000)
    expect((await shownMessage(first)).slice(0, 13)).toBe(told.slice(0, 13))
    await shoot(first, 'keys-second')

    await exchange(members, 'Their messages of round 2', ready)
    await each(async (member) => {
      await member.press('Go on to round 3')
      await member.see('Their messages of round 3', 60_000)
    })
    await exchange(members, 'Their messages of round 3', ready)
    await shoot(first, 'keys-last')
    await each(async (member) => {
      await member.press('Finish')
      await member.see('Its address', 60_000)
    })
  })

  test('has one address, which all see', async () => {
    const addresses: string[] = []
    await each(async (member) => void addresses.push(await shownAddress(member)))
    address = addresses[0]!
    expect(address).toMatch(/^4[0-9A-Za-z]{94}$/)
    expect(addresses).toEqual([address, address, address])
    await shoot(members[0]!, 'made')
  })
})

describe('three tell each other what came in', () => {
  test('the wallet says so when it must be', async () => {
    await mine(address, 1)
    await mine(minerAddress, 100)
    await each(async (member) => {
      await go(member, 'overview')
      await member.see('Block 102', 120_000)
      await member.see('Something came in that cannot be spent', 60_000)
    })
    await shoot(members[0]!, 'import-needed')
    await go(members[0]!, 'send')
    await members[0]!.see('Something came in that cannot be spent')
    await shoot(members[0]!, 'send')
  })

  test('by a message each, which is there after a reload', async () => {
    await each(async (member) => {
      await go(member, 'shared/tell')
      await member.press('Make your message')
    })
    const [first] = members as [ChromiumScreen]
    const own = await shownMessage(first)
    expect(await shownQr(first)).toBe(qrOf(own.toUpperCase()))
    await shoot(first, 'tell')
    await first.reload()
    await unlock(first)
    expect(await shownMessage(first)).toBe(own)
  })

  test('and one who is late is learned from as well', async () => {
    const [first, ...others] = members as [ChromiumScreen, ChromiumScreen, ChromiumScreen]
    const texts: string[] = []
    await each(async (member) => void texts.push(await shownMessage(member)))
    await paste(first, 'Their messages', [texts[1]!])
    await first.see('It is enough to go on.')
    await shoot(first, 'told')
    await first.press('Take it in')
    await first.see('You know what the others told.', 60_000)
    expect(await focused(first)).toBe('3. Take it in')
    await paste(first, 'Their messages', [texts[2]!])
    await expect.poll(() => first.read('main .done'), { timeout: 60_000 }).toHaveLength(2)
    await first.see('You know what the others told.')
    expect(await shownMessage(first)).toBe(texts[0])
    for (const [i, member] of others.entries()) {
      await paste(member, 'Their messages', without(texts, i + 1))
      await member.see('All have told you.')
      await member.press('Take it in')
      await member.see('You know what the others told.', 60_000)
    }
    await shoot(first, 'learned')
    await each(async (member) => {
      await go(member, 'overview')
      await member.see('Balance')
      await expect.poll(() => member.read('main .notice'), { timeout: 60_000 }).toEqual([])
    })
  })
})

describe('two of three pay', () => {
  test('error: what cannot be paid is refused in the form', async () => {
    const [first] = members as [ChromiumScreen]
    await go(first, 'send')
    await first.fill('To', minerAddress)
    await first.fill('Amount in XMR', '9999999')
    await first.press('Review')
    await first.see('There is not enough money for this amount and its fee.', 60_000)
  })

  test('one proposes, and looks at it before anybody has it', async () => {
    const [first] = members as [ChromiumScreen]
    await first.fill('Amount in XMR', '1.25')
    await first.press('Review')
    await first.see('Is this right?', 120_000)
    expect(await first.read('main .text')).toEqual([])
    expect(await first.read('main .payee .amount')).toEqual(['1.250000000000\u00a0XMR'])
    await shoot(first, 'proposed')
    await first.press('Hand it to the others')
    await first.see('It is the turn of another member')
    await shoot(first, 'handed-on')
    await first.reload()
    await unlock(first)
    await first.see('It is the turn of another member', 60_000)
    await first.see('It is too long for a QR code.')
    proposal = await savedMessage(first)
    expect(readFileSync(proposal, 'latin1')).toMatch(/^Monero multisig unsigned tx set\x01/)
  })

  test('whoever has signed is asked before the signature is given up', async () => {
    const [first] = members as [ChromiumScreen]
    await first.press('Put it aside')
    await first.see('Give your signature up?')
    expect(await focused(first)).toBe('Give your signature up?')
    await shoot(first, 'give-up')
    await first.press('Keep it in hand')
    await first.see('It is the turn of another member')
    expect(await focused(first)).toBe('It is the turn of another member')
    await go(first, 'send')
    await first.fill('To', minerAddress)
    await first.fill('Amount in XMR', '0.5')
    await first.press('Review')
    await first.see('Another payment waits', 120_000)
    await shoot(first, 'instead')
    await first.press('Keep it in hand')
    await first.see('Is this right?')
    expect(await first.read('main .payee .amount')).toEqual(['1.250000000000\u00a0XMR'])
  })

  test('another is shown what it would sign, signs it, and sends it', async () => {
    const [first, , third] = members as [ChromiumScreen, ChromiumScreen, ChromiumScreen]
    await go(third, 'shared')
    await third.see('What another member handed you')
    await takeFile(third, proposal)
    await third.see('It is your turn', 60_000)
    const shown = await third.read('main dd')
    expect(shown).toEqual(await first.read('main dd'))
    const [to = ''] = await third.read('main .payee .address')
    expect(to.replace(/\s/g, '')).toBe(minerAddress)
    await shoot(third, 'our-turn')
    await third.press('Sign')
    await third.see('It can be sent', 60_000)
    await third.reload()
    await unlock(third)
    await third.see('It can be sent', 60_000)
    await shoot(third, 'signed')
    await go(third, 'shared')
    await third.see('What another member handed you')
    expect(await focused(third)).toBe('Shared wallet')
    await takeFile(third, proposal)
    await third.see('This is the payment before you signed it.', 60_000)
    await shoot(third, 'before-ours')
    await go(third, 'shared/payment')
    await third.see('It can be sent')
    await third.press('Send now')
    await third.see('On its way', 60_000)
    expect(await focused(third)).toBe('On its way')
    await shoot(third, 'sent')
  })

  test('all see it mined, and the same balance', async () => {
    await mine(minerAddress, 1)
    const balances: string[] = []
    await each(async (member) => {
      await go(member, 'history')
      await member.see('Block 103', 120_000)
      const lines = async () => (await member.read('main li')).join('; ')
      await expect.poll(lines, { timeout: 60_000 }).toMatch(/Sent\s+.*\u22121\.25\d+\sXMR/s)
      await go(member, 'overview')
      await member.see('Balance')
      // The change came in, which they have not told each other of.
      await member.see('Something came in that cannot be spent', 60_000)
      balances.push((await member.read('main .total'))[0]!)
    })
    expect(balances).toEqual([balances[0], balances[0], balances[0]])
  })

  test('error: who comes late with the same payment cannot sign it', async () => {
    const [, second] = members as [ChromiumScreen, ChromiumScreen]
    await go(second, 'shared/payment')
    await second.see('No payment is under way')
    await takeFile(second, proposal)
    await second.see('It is your turn', 60_000)
    await second.press('Sign')
    await second.see('Send now', 60_000)
    await second.press('Send now')
    await second.see('another member may have sent it', 60_000)
    await shoot(second, 'spent-before')
  })
})

describe('the seed of a member', () => {
  test('makes it a member again', async () => {
    const [, second] = members as [ChromiumScreen, ChromiumScreen]
    await go(second, 'settings')
    await second.press('Show the seed')
    await second.fill('Password of this wallet', password)
    await second.press('Show it')
    await second.see('Copy seed')
    const [digits = ''] = await second.read('main .hex')
    expect(digits).toMatch(/^[0-9a-f]+$/)
    await fitsNarrow(second, 'seed')
    await second.press('Hide it')
    await second.press('Lock')
    await second.press('Restore a wallet')
    await second.fill('Name', 'Restored')
    await second.fill('Password', password)
    await second.fill('Password again', password)
    await second.fill('Words of the seed', digits)
    await second.press('Restore wallet')
    await second.see('Up to date', 120_000)
    await go(second, 'shared')
    expect(await shownAddress(second)).toBe(address)
    await second.see('Something came in that you have not told each other of.', 60_000)
  })
})

test('no screen of it has a fault that axe-core knows, in either theme', () => {
  expect(faults).toEqual([])
})

test('nobody asks another origin for anything, and nothing complains', () => {
  const strangers = members
    .flatMap((member) => member.requests())
    .filter((url) => !url.startsWith(nightjar.url) && !url.startsWith('data:'))
  expect(strangers.filter((url) => !url.startsWith('blob:'))).toEqual([])
  expect(members.flatMap((member) => member.complaints())).toEqual([])
})
