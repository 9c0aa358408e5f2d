import { Field } from '#protocol/fields.ts'
import type { Document } from '#protocol/openrpc.ts'
import { walletDocument } from '../document.ts'
import { hostMethod } from '../method.ts'

const document = new Field<Document>('document', { type: 'object' }, (value) => value as Document)

export const get_document = hostMethod({
  summary: 'OpenRPC document of the wallet methods',
  params: {},
  result: { document },
  run: () => ({ document: walletDocument() }),
})
