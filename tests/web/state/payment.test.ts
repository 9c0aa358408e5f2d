import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import type { Recipient } from '../../../web/state/send/recipients.svelte.ts'
import type { Session } from '../../../web/state/session.svelte.ts'

// The route is stored in the address bar, which Node lacks.
Object.assign(globalThis, { location: { hash: '' }, addEventListener: () => undefined })
const { Payment } = await import('../../../web/state/payment.svelte.ts')

const review = { id: 'r', amount: 5n, fee: 1n, change: 2n, inputs: 1, transactions: 1 }
const request = {
  address: 'asked',
  payment_id: '',
  amount: 1_500_000_000_000n,
  tx_description: 'a hat',
  recipient_name: '',
}

type Asked = [name: string, ...params: unknown[]]
const namesOf = (asked: readonly Asked[]) => asked.map(([name]) => name)

/** A filled payment form, and the calls that it makes. */
function typed(answers: object = {}) {
  const asked: Asked[] = []
  const known: Record<string, unknown> = {
    validate_address: { valid: true, integrated: false },
    parse_uri: { uri: request },
    set_tx_notes: {},
    review_transfer: review,
    review_sweep: review,
    send_reviewed: { txids: ['ff'], undecided: [], refused: undefined },
    discard_reviewed: {},
    ...answers,
  }
  const ask =
    (name: string) =>
    async (...params: unknown[]) => {
      asked.push([name, ...params])
      const answer = await known[name]
      if (answer instanceof Error) throw answer
      return answer
    }
  const asking = new Proxy({}, { get: (_, name) => ask(String(name)) })
  const session = { client: asking, send: ask('send_reviewed'), wallet: {} }
  const attempts: unknown[] = []
  const record = async (...attempt: unknown[]) => void attempts.push(attempt)
  const payment = new Payment(session as unknown as Session, 0, { record })
  payment.note = 'rent'
  const [recipient] = payment.recipients.list as [Recipient]
  Object.assign(recipient, { to: 'typed', amount: '5' })
  /** Checks a text in the field of the recipient. */
  const check = (to = recipient.to) => {
    recipient.to = to
    return payment.recipients.check(recipient)
  }
  return { asked, attempts, payment, recipient, session, check }
}

describe('a payment request', () => {
  test('fills the form', async () => {
    const { payment, recipient, check } = typed()
    await check(' monero:asked?tx_amount=1.5 ')
    expect(recipient).toMatchObject({ to: 'asked', amount: '1.5' })
    expect(payment).toMatchObject({ note: 'a hat', ready: true })
  })

  test('with several recipients adds them to the form', async () => {
    const { asked, payment, check } = typed()
    await check('web+monero:one;two?tx_amount=1.5;2&recipient_name=Ann;&tx_description=gifts')
    expect(payment.recipients.list.map(({ to }) => to)).toEqual(['asked', 'asked'])
    expect(asked).toEqual([
      ['parse_uri', { uri: 'monero:one?tx_amount=1.5&recipient_name=Ann&tx_description=gifts' }],
      ['parse_uri', { uri: 'monero:two?tx_amount=2&tx_description=gifts' }],
    ])
  })

  test('is filled in from a scanned code, also where the full balance was chosen, and nothing is built', async () => {
    const { asked, payment, recipient } = typed()
    Object.assign(payment, { all: true, error: 'of the last attempt' })
    await payment.scanned(' monero:asked?tx_amount=1.5\n')
    expect(recipient).toMatchObject({ to: 'asked', amount: '1.5' })
    expect(payment).toMatchObject({ note: 'a hat', all: false, step: 'form', error: undefined })
    expect(asked).toEqual([['parse_uri', { uri: 'monero:asked?tx_amount=1.5' }]])
  })

  test('is ignored if the field changes during the check', async () => {
    const { payment, recipient, check } = typed()
    const looking = check('monero:asked')
    recipient.to = 'typed later'
    await looking
    expect(recipient).toMatchObject({ to: 'typed later', amount: '5' })
    expect(payment.note).toBe('rent')
  })

  test('error: a payment id of a request would be lost', async () => {
    const { asked, payment, recipient } = typed({
      parse_uri: { uri: { ...request, payment_id: 'f'.repeat(64) } },
    })
    recipient.to = 'monero:asked'
    await payment.prepare()
    expect(payment).toMatchObject({ step: 'form', ready: false })
    expect(recipient).toMatchObject({ to: 'monero:asked', amount: '5' })
    expect(recipient.addressError).toMatch(/payment id/)
    expect(asked).toEqual([['parse_uri', { uri: 'monero:asked' }]])
  })

  test('error: an invalid request, unless the field changes during the check', async () => {
    const { recipient, check } = typed({ parse_uri: new RpcError('WRONG_URI', 'Error') })
    const looking = check('monero:')
    recipient.to = 'typed later'
    await looking
    expect(recipient.addressError).toBeUndefined()
    await check('monero:')
    expect(recipient.addressError).toBe('This payment request cannot be read.')
  })
})

describe('a payment', () => {
  test('is built from the form, and reviewed before it is sent', async () => {
    const { asked, payment } = typed()
    await payment.prepare()
    expect(payment).toMatchObject({ step: 'review', review })
    await payment.send()
    expect(payment).toMatchObject({ step: 'sent', error: undefined })
    expect(namesOf(asked)).toEqual([
      'validate_address',
      'review_transfer',
      'send_reviewed',
      'set_tx_notes',
    ])
  })

  test('of the full balance sweeps all addresses of the account', async () => {
    const { asked, payment } = typed()
    payment.all = true
    await payment.prepare()
    const params = { account_index: 0, priority: 0, address: 'typed', subaddr_indices_all: true }
    expect(asked.at(-1)).toEqual(['review_sweep', params])
  })

  test('of a group is not built after the user leaves, nor by another wallet', async () => {
    const { asked, payment, session } = typed()
    Object.assign(session.wallet, { group: { multisig: true } })
    const building = payment.prepare()
    while (!namesOf(asked).includes('validate_address')) await Promise.resolve()
    for (let i = 0; i < 5; i++) await Promise.resolve()
    session.wallet = {}
    payment.revise()
    await building
    expect(namesOf(asked)).toEqual(['validate_address'])
  })

  test('is not built if the user leaves during the address check', async () => {
    const { asked, payment } = typed()
    const building = payment.prepare()
    payment.revise()
    await building
    expect(payment).toMatchObject({ step: 'form', review: undefined })
    expect(namesOf(asked)).toEqual(['validate_address'])
  })

  test('is discarded if the user leaves while it is built', async () => {
    let built = (_: object) => {}
    const { asked, payment } = typed({
      review_transfer: new Promise((resolve) => (built = resolve)),
    })
    const building = payment.prepare()
    while (!namesOf(asked).includes('review_transfer')) await Promise.resolve()
    payment.revise()
    built(review)
    await building
    expect(payment).toMatchObject({ step: 'form', review: undefined })
    expect(asked.at(-1)).toEqual(['discard_reviewed', { id: 'r' }])
  })

  test('does not store its note in another wallet', async () => {
    const { asked, payment, session } = typed()
    await payment.prepare()
    const sending = payment.send()
    session.wallet = {}
    await sending
    expect(payment.error).toBe('The note was not saved: the wallet was closed.')
    expect(namesOf(asked)).not.toContain('set_tx_notes')
  })

  test('clears the error of an attempt when a field is edited', async () => {
    const { payment } = typed({ review_transfer: new RpcError('DAEMON_IS_BUSY', 'busy') })
    await payment.prepare()
    expect(payment.error).toBe('The node is busy. Try again in a moment.')
    payment.edited()
    expect(payment.error).toBe(undefined)
  })

  test('error: the address could not be checked', async () => {
    const { payment, recipient } = typed({
      validate_address: new RpcError('NOT_OPEN', 'No wallet file'),
    })
    await payment.prepare()
    expect(payment.step).toBe('form')
    expect(recipient.addressError).toBe('The wallet was closed in the meantime.')
  })

  test('to several recipients, who pay the fee', async () => {
    const { asked, payment } = typed()
    Object.assign(payment.recipients.add(), { to: 'other', amount: '0.25' })
    Object.assign(payment, { all: true, subtractFee: true, priority: 2 })
    await payment.prepare()
    const destinations = [
      { address: 'typed', amount: 5_000_000_000_000n },
      { address: 'other', amount: 250_000_000_000n },
    ]
    const params = {
      account_index: 0,
      priority: 2,
      destinations,
      subtract_fee_from_outputs: [0, 1],
    }
    expect(asked.at(-1)).toEqual(['review_transfer', params])
  })

  test('that cannot be built, is withdrawn or is refused is recorded as an attempt', async () => {
    const error = new RpcError('NOT_ENOUGH_MONEY', 'not enough money')
    const { attempts, payment } = typed({ review_transfer: error })
    await payment.prepare()
    const { content } = payment
    expect(attempts).toEqual([[content, 'not built', { error }]])

    const other = typed({ send_reviewed: error })
    await other.payment.prepare()
    other.payment.revise()
    await other.payment.prepare()
    await other.payment.send()
    expect(other.attempts).toEqual([
      [content, 'withdrawn'],
      [content, 'refused', { error }],
    ])
    expect(other.payment).toMatchObject({ step: 'form', error: expect.stringMatching(/money/) })
  })

  test('of which the node refuses a part is recorded with what was sent', async () => {
    const refused = { code: -4, message: 'no', data: undefined }
    const { attempts, payment } = typed({
      send_reviewed: { txids: ['ff'], undecided: [], refused },
    })
    await payment.prepare()
    await payment.send()
    expect(attempts).toMatchObject([[payment.content, 'partly', { txids: ['ff'] }]])
    expect(payment.step).toBe('sent')
  })
})
