import { describe, expect, test } from 'vitest'
import { parseJson } from '#protocol/json/json.ts'
import { becomes, go, rewards, type World } from './world.ts'

/** The node and what was verified, languages, and the console. */
export function settingsTests(world: World) {
  describe('the node', () => {
    test('is tested beside another one, which is then used', async () => {
      const { screen, node } = world
      await go(world, 'node')
      await screen.press('Test all nodes')
      await screen.see('All nodes were tested.', 60_000)
      const text = async () => (await screen.read('main'))[0]!
      expect((await text()).match(/Private chain/g)).toHaveLength(2)
      await screen.see('Blocks of a private chain need no real work.')
      // All that arrived: rewards and the paid request.
      const payments = rewards + 1
      await screen.see(
        `The transactions of ${payments} payments have the ids that their blocks name.`,
      )
      await screen.press(`Use ${node.address}`)
      await screen.see(`Your wallets use this node now: ${node.address}.`, 60_000)
      await screen.press('Use Node of this server')
      await screen.see('Your wallets use this node now: Node of this server.', 60_000)
    })

    test('error: is not one that the server does not allow', async () => {
      const { screen } = world
      await screen.unfold('Add a node')
      await screen.fill('Node address', 'mine.example:18081')
      await screen.press('Add to the list')
      await screen.see('This server does not allow this node.')
      await screen.press('Remove mine.example:18081')
      await screen.see('was removed from the list.')
    })
  })

  describe('the language', () => {
    const layout = () =>
      world.screen.run('[document.documentElement.lang, document.documentElement.dir]')

    test('changes to German, to Arabic, and back', async () => {
      const { screen } = world
      await go(world, 'settings')
      await screen.choose('Language of this page', 'de')
      await screen.see('Sprache dieser Seite', 60_000)
      expect(await screen.run('document.title')).toBe('Einstellungen · Nightjar')
      await go(world, 'overview')
      await screen.see('Letzte Transaktionen')
      await go(world, 'settings')
      await screen.choose('Sprache dieser Seite', 'ar')
      await becomes(layout, ['ar', 'rtl'])
      expect(await screen.read('h1')).toEqual(['الإعدادات'])
      const title = `document.querySelector('main h1').getBoundingClientRect().right > innerWidth / 2`
      expect(await screen.run(title)).toBe(true)
      const label = `document.querySelector('section[aria-labelledby=language] label').innerText`
      await screen.choose(await screen.run<string>(label), 'en')
      await becomes(layout, ['en', 'ltr'])
      await screen.see('Language of this page')
    })
  })

  describe('the console', () => {
    test('makes a call, names its documentation, and keeps it in a list', async () => {
      const { screen } = world
      await go(world, 'console')
      await screen.fill('Find a call', 'balance of an account')
      await screen.follow('get_balance')
      await screen.press('Call')
      await screen.see('Copy answer', 60_000)
      const [answer = ''] = await screen.read('main pre')
      expect(parseJson(answer, { integers: 'bigint' })).toMatchObject({ balance: world.balance })
      const link = `document.querySelector('section[aria-labelledby=documentation] a').href`
      expect(await screen.run(link)).toBe(
        'https://docs.getmonero.org/rpc-library/wallet-rpc/#get_balance',
      )
      await screen.follow('All calls')
      // The search text is kept, and the list is below an empty search.
      await screen.run<void>(`(() => {
        const field = document.querySelector('main input[type=search]')
        field.value = ''
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })()`)
      await screen.unfold('Calls since this wallet was opened')
      expect(await screen.read('main ol a')).toEqual(['get_balance'])
    })
  })
}
