/**
 * What assistive technology gets of a page: its accessibility tree, and what is said when something changes.
 *
 * @module
 */
import type { BrowserContext, Page } from 'playwright'

export type AxNode = {
  role: string
  name: string
  description: string
  /** Such as `level`, `invalid`, `url`, `expanded`. */
  has: Readonly<Record<string, unknown>>
  /** The elements around it, the nearest first. */
  around: readonly AxNode[]
  /** Text of all elements in it. */
  text: string
}

type Value = { value?: unknown }
type Raw = {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  description?: Value
  properties?: { name: string; value: Value }[]
  childIds?: string[]
}

const wordOf = (value: Value | undefined) =>
  (typeof value?.value === 'string' ? value.value : '').replace(/\s+/g, ' ').trim()

/** All elements in the order in which they are read. */
async function accessibilityTree(page: Page): Promise<AxNode[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const byId = new Map((nodes as Raw[]).map((node) => [node.nodeId, node]))
    const list: AxNode[] = []
    walk(byId, nodes[0] as Raw, [], list)
    return list
  } finally {
    await session.detach()
  }
}

/** @returns The text in the element. */
function walk(
  byId: ReadonlyMap<string, Raw>,
  raw: Raw,
  around: readonly AxNode[],
  list: AxNode[],
): string {
  const role = wordOf(raw.role)
  if (role === 'InlineTextBox' || role === 'ListMarker') return ''
  if (role === 'StaticText') return wordOf(raw.name)
  const node: AxNode = {
    role,
    name: wordOf(raw.name),
    description: wordOf(raw.description),
    has: Object.fromEntries((raw.properties ?? []).map(({ name, value }) => [name, value.value])),
    around,
    text: '',
  }
  if (!raw.ignored) list.push(node)
  const inside = raw.ignored ? around : [node, ...around]
  const texts = (raw.childIds ?? []).flatMap((id) => {
    const child = byId.get(id)
    return child ? [walk(byId, child, inside, list)] : []
  })
  node.text = texts
    .filter((text) => text !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
  return node.text
}

/** The tree after it has stopped to change: parts of a screen are loaded later. */
export async function settledTree(page: Page): Promise<AxNode[]> {
  const shape = (tree: AxNode[]) => tree.map(({ role, name }) => `${role} ${name}`).join()
  let tree = await accessibilityTree(page)
  for (let again = 0; again < 40; again += 1) {
    await page.waitForTimeout(150)
    const next = await accessibilityTree(page)
    if (shape(next) === shape(tree)) return next
    tree = next
  }
  return tree
}

const controls = new Set([
  'button',
  'checkbox',
  'combobox',
  'Date',
  'DisclosureTriangle',
  'DisclosureTriangleGrouped',
  'link',
  'listbox',
  'option',
  'radio',
  'searchbox',
  'spinbutton',
  'textbox',
])
const images = new Set(['image', 'img', 'graphics-document', 'SvgRoot'])
/** Elements whose name says what the controls in them are for. */
const contexts = new Set([
  'article',
  'complementary',
  'dialog',
  'form',
  'group',
  'navigation',
  'radiogroup',
  'region',
])

/** What a screen reader user would stumble over. @param heading - The text of the first heading. */
export function treeFaults(tree: readonly AxNode[], heading: string | RegExp): string[] {
  const faults: string[] = []
  const all = (role: string) => tree.filter((node) => node.role === role)
  const headings = all('heading')
  const first = headings.filter(({ has }) => has.level === 1)
  const isFirst = (name: string) =>
    typeof heading === 'string' ? name === heading : heading.test(name)
  if (first.length !== 1 || !isFirst(first[0]!.name))
    faults.push(`first headings: ${first.map(({ name }) => name).join(' | ')}`)
  let level = 0
  for (const { name, has } of headings) {
    const next = Number(has.level)
    if (next > level + 1) faults.push(`heading ${next} after ${level}: ${name}`)
    level = next
  }
  if (all('main').length !== 1) faults.push(`${all('main').length} main parts`)
  faults.push(...repeated(all('navigation').map(({ name }) => `navigation “${name}”`)))

  const named = tree.filter(({ role }) => controls.has(role) || images.has(role))
  for (const { role, name, around } of [...named, ...all('navigation'), ...all('dialog')])
    if (name === '') faults.push(`${role} without a name in ${whereOf(around)}`)
  const keys = new Map<string, string>()
  for (const { role, name, around, has } of named) {
    if (role === 'option') continue
    const key = `${role} “${name}” in ${whereOf(around)}`
    // Two links to one place may have one name, and the controls of two rows with one text.
    const row = around.find((each) => each.role === 'listitem')?.text
    const same = typeof has.url === 'string' ? has.url : (row ?? '')
    if (keys.has(key) && (same === '' || keys.get(key) !== same)) faults.push(`twice: ${key}`)
    keys.set(key, same)
  }
  for (const { role, name, has, description } of tree)
    if (has.invalid === 'true' && description === '')
      faults.push(`${role} “${name}” is invalid, and nothing says why`)
  return faults
}

const repeated = (names: readonly string[]) =>
  names.filter((name, index) => names.indexOf(name) !== index).map((name) => `twice: ${name}`)

const whereOf = (around: readonly AxNode[]) =>
  around
    .filter(({ role, name }) => contexts.has(role) && name !== '')
    .map(({ role, name }) => `${role} “${name}”`)
    .join(' in ') || 'the page'

/** The main part as it is read: headings, controls with their states, facts and messages, one line each. */
export function spoken(tree: readonly AxNode[]): string[] {
  return tree
    .filter(({ around }) => around.some(({ role }) => role === 'main'))
    .flatMap(({ role, name, has, text }) => {
      if (role === 'heading') return [`heading ${Number(has.level)}: ${name}`]
      if (role === 'status' || role === 'alert') return text === '' ? [] : [`${role}: ${text}`]
      if (role === 'term' || role === 'definition') return [`${role}: ${text}`]
      if (images.has(role)) return [`image: ${name}`]
      if (!controls.has(role) || role === 'option') return []
      const states = [
        has.disabled === true && 'disabled',
        has.required === true && 'required',
        has.invalid === 'true' && 'invalid',
        (has.checked === 'true' || has.pressed === 'true') && 'chosen',
        has.expanded === true && role !== 'combobox' && 'open',
      ].filter((state) => state !== false)
      const kind = role.startsWith('DisclosureTriangle') ? 'disclosure' : role.toLowerCase()
      return [[`${kind}: ${name}`, ...states].join(', ')]
    })
}

/**
 * Records what a screen reader says by itself: alerts that appear, and changes of live regions that were there before.
 * A status that appears together with its text is not said. Call it before the page is opened.
 */
export async function listen(context: BrowserContext) {
  await context.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const last = new WeakMap<Element, string>()
    const live = '[role=status], [role=alert]'
    const textOf = (region: Element) => {
      const copy = region.cloneNode(true) as Element
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
      return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
    }
    new MutationObserver((records) => {
      const changed = new Set<Element>()
      const appeared = new Set<Element>()
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(live)
        if (region) changed.add(region)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          for (const each of [node, ...node.querySelectorAll('*')])
            if (each.matches(live)) appeared.add(each)
        }
      }
      for (const region of new Set([...changed, ...appeared])) {
        const text = textOf(region)
        const isSaid = !appeared.has(region) || region.matches('[role=alert]')
        if (isSaid && region.isConnected && text !== '' && last.get(region) !== text)
          said.push(`${region.getAttribute('role')}: ${text}`)
        last.set(region, text)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** What was said since the last call. */
export const saidSince = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { said: string[] }).said.splice(0))
