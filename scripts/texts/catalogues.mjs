/**
 * Collects the texts of the page into catalogues: `web/languages/CODE.po`, one for each language.
 *
 * wuchale reads and writes its files through {@link MemoryFiles}, so a build changes no file. The English catalogue
 * has the places of all texts; the others have only texts and their translations.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { adapter as componentAdapter } from '@wuchale/svelte'
import { defaultConfig, fillDefaults, Hub, pofile } from 'wuchale'
import { adapter as moduleAdapter } from 'wuchale/adapter-vanilla'
import { isText } from './rules.mjs'
import { startFiles } from './start-files.mjs'

export const folder = 'web/languages'

/** Adding a language is one line there. @type {{ code: string, name: string, dir: string }[]} */
export const languages = JSON.parse(readFileSync(`${folder}/list.json`, 'utf8'))

/** The language of the sources. */
export const sourceLanguage = 'en'

/** Texts that are loaded before the first screen, and all others. */
export const groups = ['start', 'later']

/** Files as wuchale sees them: what it wrote, else what is on disk. */
export class MemoryFiles {
  /** @type {Map<string, string>} By absolute path. */
  written = new Map()

  /** @param {string} file */
  read = async (file) => this.written.get(file) ?? onDisk(file)

  /** @param {string} file @param {string} content */
  write = async (file, content) => void this.written.set(file, content)

  /** @param {string} file */
  exists = async (file) => this.written.has(file) || existsSync(file)

  /** @param {string} file */
  unlink = async (file) => this.written.delete(file)

  mkdir = async () => undefined
}

/** @param {string} file */
const onDisk = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** @param {string} code */
export const cataloguePath = (code) => resolve(folder, `${code}.po`)

/** The texts of a language for the page, as a JavaScript module in the memory of the hub. */
export const compiledPath = (/** @type {string} */ group, /** @type {string} */ code) =>
  resolve(folder, `.wuchale/main.${group}.${code}.compiled.js`)

/** @param {ReadonlySet<string>} atStart @param {string} file Path below the project. */
export const groupOf = (atStart, file) => (atStart.has(file) ? 'start' : 'later')

/**
 * Reads all sources. Texts that are no longer used leave the catalogues.
 *
 * @param {MemoryFiles} [files] Receives the catalogues.
 * @param {ReadonlySet<string>} [atStart]
 * @returns {Promise<Map<string, string>>} Content of each catalogue by its path.
 */
export async function extract(files = new MemoryFiles(), atStart = startFiles('.')) {
  const hub = await createHub('cli', files, atStart)
  await hub.directVisit(true, false, false)
  const paths = languages.map(({ code }) => cataloguePath(code))
  return new Map(paths.map((path) => [path, files.written.get(path) ?? onDisk(path) ?? '']))
}

/**
 * wuchale for this project.
 *
 * @param {'build' | 'cli' | 'dev'} mode
 * @param {MemoryFiles} files
 * @param {ReadonlySet<string>} atStart Paths of the files whose texts are loaded at the start.
 */
export const createHub = (mode, files, atStart) =>
  Hub.create(mode, () => config(atStart), resolve('.'), 1000, files)

/** @param {ReadonlySet<string>} atStart @returns {import('wuchale').Config} */
function config(atStart) {
  const others = languages.map(({ code }) => code).filter((code) => code !== sourceLanguage)
  /** @returns {Parameters<typeof componentAdapter>[0] & Parameters<typeof moduleAdapter>[0]} */
  const options = () => ({
    files: { include: ['web/**/*.svelte', 'web/**/*.ts'], ignore: [`${folder}/**`] },
    loader: 'custom',
    storage: catalogueFiles,
    patterns: [
      { name: 'text', args: ['message'] },
      { name: 'plural', args: ['other', 'message', 'pluralFunc'] },
    ],
    heuristic: isText,
    granularLoad: true,
    generateLoadID: (file) => groupOf(atStart, file),
    runtime: {
      // A component has its texts as a derived value. A function of a module gets the current ones at each call.
      initReactive: ({ file, funcName }) =>
        isComponent(file)
          ? (funcName ?? null) === null
            ? true
            : null
          : (funcName ?? null) === null
            ? null
            : false,
      useReactive: ({ file }) => isComponent(file),
    },
  })
  const components = componentAdapter(options())
  const modules = moduleAdapter(options())
  // One adapter for both: two would have catalogues of their own.
  const page = {
    ...components,
    transform: async (/** @type {Parameters<typeof components.transform>[0]} */ source) =>
      (isComponent(source.filename) ? components : modules).transform(source),
  }
  return fillDefaults(
    {
      locales: [sourceLanguage, ...others],
      localesDir: folder,
      ai: null,
      logLevel: 'error',
      adapters: { main: page },
    },
    defaultConfig,
  )
}

/** @param {string} file */
const isComponent = (file) => file.endsWith('.svelte')

/**
 * Catalogues in a fixed order, since files are read at the same time in any order. Only the English one names
 * places, so that moved code does not change the others.
 *
 * @type {import('wuchale').StorageFactory}
 */
async function catalogueFiles(options) {
  const storage = /** @type {PoStorage} */ (await pofile()(options))
  const saveRaw = storage.saveRaw.bind(storage)
  storage.saveRaw = (items, headers, locale, url) => {
    const inOrder = items.sort((a, b) => compare(orderOf(a), orderOf(b)))
    if (locale !== sourceLanguage)
      for (const item of inOrder) Object.assign(item, { references: [], extractedComments: [] })
    return saveRaw(inOrder, headers, locale, url)
  }
  return storage
}

/**
 * @typedef {{ msgid: string, msgid_plural?: string | null, msgctxt?: string | null }} PoItem
 * @typedef {(items: PoItem[], headers: Record<string, string | undefined>, locale: string, url: boolean) => Promise<void>} SavePo
 * @typedef {import('wuchale').CatalogStorage & { saveRaw: SavePo }} PoStorage
 */

/** @param {PoItem} item */
const orderOf = ({ msgid, msgid_plural, msgctxt }) =>
  `${msgid}\0${msgid_plural ?? ''}\0${msgctxt ?? ''}`

/** By code units: the order depends on no locale. @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
