/**
 * What the server of a page offers: its version, and the nodes that pages may choose.
 *
 * The operator lists these nodes; a page cannot add one, because the server would then fetch any address for any client.
 *
 * @module
 */
import { bool, list, object, text, u32, type Value } from '../fields.ts'

/** The path of the document. */
export const serverInfoPath = '/server-info/v1'

/** The document at {@link serverInfoPath}. */
const fields = {
  version: text,
  nodes: list(text).describe('Origins of the nodes that pages may choose.'),
  compared: u32.describe('Number of nodes behind the own one that wallets compare; 0 for one.'),
  prices: bool.describe('Whether it offers prices of one XMR in other currencies.'),
  compared_feeds: list(text)
    .default([])
    .describe('Addresses of second servers whose scan feed pages may compare.'),
  restricted: bool.describe('Whether calls for the operator are refused.'),
}

export const serverInfo = object(fields)
export type ServerInfo = Value<typeof fields>
