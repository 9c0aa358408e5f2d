/**
 * Vite plugin: replaces texts in the page's code by their place in a catalogue, and makes each language's
 * catalogues chunks of their own.
 */
import { basename, relative, resolve, sep } from 'node:path'
import {
  cataloguePath,
  compiledPath,
  createHub,
  extract,
  folder,
  groupOf,
  groups,
  languages,
  MemoryFiles,
  sourceLanguage,
} from './catalogues.mjs'
import { roots, startFiles } from './start-files.mjs'

/** The module that loads catalogues: `load(group, code)`. */
const virtual = 'virtual:texts'
/** Transformed code imports its texts from here. */
const loader = 'main.loader.svelte.ts'
/** Code that is not loaded at the start imports them from here, which loads the rest. */
const laterLoader = resolve(folder, 'later.loader.ts')

/** @returns {import('vite').Plugin} */
export function texts() {
  const files = new MemoryFiles()
  const atStart = startFiles('.')
  /** @type {Awaited<ReturnType<typeof createHub>>} */
  let hub
  /** Path of a module that only exists in memory: rolldown names its chunk `texts-GROUP-CODE`. */
  const chunkPath = (/** @type {string} */ group, /** @type {string} */ code) =>
    resolve(folder, `texts-${group}-${code}.js`)
  const compiled = new Map(
    languages.flatMap(({ code }) =>
      groups.map((group) => [chunkPath(group, code), compiledPath(group, code)]),
    ),
  )
  return {
    name: 'nightjar:texts',
    enforce: 'pre',
    async configResolved({ command }) {
      await extract(files, atStart)
      hub = await createHub(command === 'build' ? 'build' : 'dev', files, atStart)
    },
    resolveId(source, importer) {
      if (source === virtual) return `\0${virtual}`
      if (compiled.has(source)) return source
      if (basename(source) !== loader || importer === undefined) return null
      const file = below(importer)
      const isLater = groupOf(atStart, file) === 'later' && !file.startsWith(`${folder}/`)
      return isLater ? laterLoader : null
    },
    load(id) {
      if (id === `\0${virtual}`) return catalogueLoader(chunkPath)
      const path = compiled.get(id)
      return path === undefined ? null : (files.written.get(path) ?? 'export const c = []')
    },
    transform: {
      order: 'pre',
      async handler(code, id) {
        if (id.includes('?') || id.includes('\0')) return null
        const [{ code: replaced, map }] = await hub.transform(code, id)
        return replaced === undefined ? null : { code: replaced, map }
      },
    },
    buildEnd(error) {
      if (error) return
      const loaded = new Set(roots.map((path) => resolve(path)))
      for (const id of loaded)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported)
      // The start would wait for the module, and the module for the start.
      if (loaded.has(laterLoader))
        this.error(`${laterLoader}: expected no static import from ${roots.join(', ')}, found one`)
    },
    async handleHotUpdate({ file, read, server }) {
      // A catalogue that was edited on disk replaces the one in memory.
      const isCatalogue = languages.some(({ code }) => cataloguePath(code) === file)
      if (isCatalogue) files.written.delete(file)
      await hub.onFileChange(file, read)
      for (const path of compiled.keys())
        for (const module of server.moduleGraph.getModulesByFile(path) ?? [])
          server.moduleGraph.invalidateModule(module)
      if (isCatalogue) server.ws.send({ type: 'full-reload' })
    },
  }
}

/** @param {string} id */
const below = (id) =>
  relative('.', id.split('?')[0] ?? id)
    .split(sep)
    .join('/')

/**
 * Loads catalogues on demand, except for the texts of the first screens in the language of the sources: these belong to
 * the page's first file, so that most readers wait for one request less.
 *
 * @param {(group: string, code: string) => string} chunkPath
 */
function catalogueLoader(chunkPath) {
  const quoted = (/** @type {string} */ group, /** @type {string} */ code) =>
    JSON.stringify(chunkPath(group, code))
  const entries = languages.flatMap(({ code }) =>
    groups.map((group) =>
      group === 'start' && code === sourceLanguage
        ? `'${group}-${code}': () => Promise.resolve(first)`
        : `'${group}-${code}': () => import(${quoted(group, code)})`,
    ),
  )
  return `import * as first from ${quoted('start', sourceLanguage)}
const catalogues = {${entries.join(',')}}
export const load = (group, code) => catalogues[group + '-' + code]()`
}
