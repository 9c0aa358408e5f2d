import { expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { AutoDraft } from '../../../../web/state/send/auto-draft.ts'
import type { FormContent } from '../../../../web/state/send/form-content.ts'
import { reasonText, SendRecords } from '../../../../web/state/send/send-records.svelte.ts'

const content: FormContent = {
  account: 0,
  recipients: [{ to: 'a', amount: '1' }],
  all: false,
  subtractFee: false,
  priority: 0,
  note: '',
}
const empty = { ...content, recipients: [{ to: '', amount: ' ' }] }

/** Records over attributes in memory. */
function scene(attributes = new Map<string, string>()) {
  const client = {
    get_state: async () => ({ open: 'w' }),
    async get_attribute({ key }: { key: string }) {
      const value = attributes.get(key)
      if (value === undefined) throw new RpcError('ATTRIBUTE_NOT_FOUND', 'Attribute not found.')
      return { value }
    },
    set_attribute: async ({ key, value }: { key: string; value: string }) =>
      attributes.set(key, value),
  }
  const wallet = { name: 'w' }
  const session: { client: object; wallet: unknown } = { client, wallet }
  const make = () => new SendRecords(session as never, wallet as never)
  return { attributes, session, records: make(), make }
}

test('a draft is kept, replaced by its newer content, and read again', async () => {
  const { records, make } = scene()
  await records.keep('1', content)
  await records.keep('2', content)
  await records.keep('1', { ...content, note: 'rent' })
  const again = make()
  await again.load()
  expect(again.drafts.items).toMatchObject([
    { id: '1', content: { note: 'rent' } },
    { id: '2', content },
  ])
  await again.keep('1', empty)
  expect(again.drafts.items).toMatchObject([{ id: '2' }])
})

test('an empty form is no draft', async () => {
  const { attributes, records } = scene()
  await records.keep('1', empty)
  expect(attributes.size).toBe(0)
})

test('an attempt keeps its reason as a code, and its text follows the language', async () => {
  const { records } = scene()
  await records.record(content, 'not built', {
    error: new RpcError('NOT_ENOUGH_MONEY', 'not enough money'),
  })
  const [attempt] = records.attempts.items
  expect(attempt).toMatchObject({ outcome: 'not built', txids: [], content })
  expect(reasonText(attempt!)).toBe('There is not enough money for this amount and its fee.')
  await records.record(content, 'withdrawn')
  expect(reasonText(records.attempts.items[0]!)).toBeUndefined()
})

test('error: an attribute that another program changed is not overwritten', async () => {
  const attributes = new Map([['nightjar.drafts', '[{"id":1}]']])
  const { records } = scene(attributes)
  await records.keep('1', content)
  expect(records.error).toMatch(/Another program changed its attribute “nightjar.drafts”/)
  expect(attributes.get('nightjar.drafts')).toBe('[{"id":1}]')
})

test('nothing is stored in a wallet that was opened instead', async () => {
  const { attributes, records, session } = scene()
  session.wallet = {}
  await records.keep('1', content)
  expect([attributes.size, records.error]).toEqual([0, undefined])
})

test('a form is stored when the user leaves it, once', () => {
  const kept: unknown[] = []
  const auto = new AutoDraft({ keep: async (...given) => void kept.push(given) })
  auto.schedule('1', empty)
  auto.schedule('1', content)
  auto.flush()
  auto.flush()
  expect(kept).toEqual([['1', content]])
  auto.schedule('1', content)
  auto.cancel()
  auto.flush()
  expect(kept).toHaveLength(1)
})
