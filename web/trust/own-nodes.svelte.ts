import { RpcError } from '#protocol/errors.ts'
import { hostOf, nodeOrigin } from './node-origin.ts'

const key = 'nightjar.nodes'

/** More would not fit on a screen. */
const mostNodes = 50

export type OwnNode = { name: string; address: string }

/** Nodes that the user has added. They are stored in this browser, and are not secret. */
export class OwnNodes {
  list = $state.raw<readonly OwnNode[]>(read())

  /**
   * Adds a node.
   *
   * @returns Its address.
   * @throws {RpcError} For an address that is none, or known.
   */
  add(name: string, typed: string): string {
    const address = nodeOrigin(typed)
    if (address === undefined) throw refused(addressText())
    if (this.list.some((node) => node.address === address)) throw refused(knownText())
    if (this.list.length >= mostNodes) throw refused(fullText())
    this.#store([...this.list, { name: name.trim() || hostOf(address), address }])
    return address
  }

  remove(address: string) {
    this.#store(this.list.filter((node) => node.address !== address))
  }

  #store(list: readonly OwnNode[]) {
    this.list = list
    localStorage.setItem(key, JSON.stringify(list))
  }
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)
const addressText = () =>
  'This is not the address of a node. Type a host and a port, such as node.example:18081.'
const knownText = () => 'This node is in the list already.'
const fullText = () => 'The list is full. Remove a node first.'

function read(): OwnNode[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isNode).slice(0, mostNodes) : []
  } catch {
    // Not written by this page.
    return []
  }
}

function isNode(value: unknown): value is OwnNode {
  const { name, address } = { ...(value as Partial<OwnNode>) }
  return typeof name === 'string' && typeof address === 'string' && nodeOrigin(address) === address
}

export const ownNodes = new OwnNodes()
