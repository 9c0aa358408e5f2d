import { describe, expect, test } from 'vitest'
import { becomes, exact, factsIn, go, rewards, savedFile, xmr, type World } from './world.ts'

/** Search, details, notes and export of the history; proofs and signed messages. */
export function historyTests(world: World) {
  describe('the history', () => {
    /** Rewards, one received payment and two sent ones. */
    const all = rewards + 3

    test('is searched, and has details with a note and a category', async () => {
      const { screen } = world
      await go(world, 'history')
      await screen.see(`${all} transactions`)
      await screen.fill('Search', 'MAY bread')
      await screen.see(`1 of ${all} transactions`)
      await screen.run<void>(`document.querySelector('main li a').click()`)
      await screen.see('Ring members')
      expect(await factsIn(world, 'main .facts')).toMatchObject({
        Fee: exact(world.sent.fee),
        Transaction: world.sent.txid,
      })
      await screen.fill('Note', 'bread, flour')
      await screen.press('Save note')
      await screen.fill('Category', 'Baking')
      await screen.press('Save category')
      await becomes(() => screen.read('main form [role=status]'), ['Saved.', 'Saved.'])
    })

    test('has a receipt to print, with proofs that monero-wallet-rpc accepts', async () => {
      const { screen, other, payees } = world
      const { txid } = world.sent
      await screen.run<void>('void (window.print = () => (globalThis.isPrinted = true))')
      await screen.unfold('Receipt')
      await screen.press('Print with proof')
      await becomes(() => screen.run('globalThis.isPrinted === true'), true)
      const printed = (await screen.read('.receipt dd')).map((text) => text.trim())
      const signatures = printed.filter((text) => text.startsWith('OutProofV2'))
      expect(signatures).toHaveLength(2)
      const amounts = []
      for (const address of payees.slice(0, 2))
        for (const signature of signatures) {
          const proof = { txid, address, message: '', signature }
          const { good, received } = await other.call('check_tx_proof', proof)
          if (good) amounts.push(received)
        }
      expect(amounts).toEqual([xmr / 2n, xmr / 4n])
    })

    test('finds the note and the category', async () => {
      const { screen } = world
      await go(world, 'history')
      await screen.fill('Search', 'baking flour')
      await screen.see(`1 of ${all} transactions`)
    })

    test('is exported with exact amounts', async () => {
      const { screen, payees } = world
      const { name, bytes } = await savedFile(world, 'Export JSON')
      expect(name).toMatch(/^nightjar-history-\d{4}-\d\d-\d\d\.json$/)
      const { transfers } = JSON.parse(bytes.toString())
      expect(transfers).toMatchObject([
        {
          type: 'sent',
          amount_piconero: `${(-3n * xmr) / 4n}`,
          fee_piconero: `${world.sent.fee}`,
          category: 'Baking',
          note: 'bread, flour',
          transaction_id: world.sent.txid,
        },
      ])
      expect(transfers[0].recipients).toEqual(
        expect.arrayContaining([
          { address: payees[0], amount_xmr: '0.500000000000', amount_piconero: `${xmr / 2n}` },
          { address: payees[1], amount_xmr: '0.250000000000', amount_piconero: `${xmr / 4n}` },
        ]),
      )
      await screen.press('Clear search and filters')
      await screen.see(`${all} transactions`)
    })
  })

  describe('a proof of payment', () => {
    test('of the page is valid in monero-wallet-rpc', async () => {
      const { screen, other, payees } = world
      const { txid } = world.sent
      await go(world, `proofs/make/payment/${txid}`)
      await screen.choose('Payment', payees[0])
      await screen.fill('Message', 'for the rent')
      await screen.press('Make the proof')
      await screen.see('Your proof', 60_000)
      const [signature] = await screen.read('main .text')
      const proof = { txid, address: payees[0], message: 'for the rent', signature }
      expect(await other.call('check_tx_proof', proof)).toMatchObject({
        good: true,
        in_pool: false,
        received: xmr / 2n,
      })
    })

    test('of monero-wallet-rpc is valid on the page', async () => {
      const { screen, other, payees } = world
      const proof = { txid: world.sent.txid, address: payees[1], message: 'got it' }
      const { signature } = await other.call('get_tx_proof', proof)
      await go(world, 'proofs/check')
      await screen.choose('What to check', 'payment')
      await screen.fill('Transaction id', proof.txid)
      await screen.fill('Address', proof.address)
      await screen.fill('Message', proof.message)
      await screen.fill('Signature', signature)
      await screen.press('Check')
      await screen.see('The proof is valid', 60_000)
      await screen.see(exact(xmr / 4n))
    })
  })

  describe('a signed message', () => {
    test('is valid in monero-wallet-rpc', async () => {
      const { screen, other, own } = world
      await go(world, 'proofs/make/message')
      await screen.choose('Key', 'spend')
      await screen.fill('Message', 'I own this address.')
      await screen.press('Sign')
      await screen.see('Your signature', 60_000)
      const [signature] = await screen.read('main .text')
      const signed = { data: 'I own this address.', address: own, signature }
      expect(await other.call('verify', signed)).toMatchObject({
        good: true,
        signature_type: 'spend',
      })
    })
  })
}
