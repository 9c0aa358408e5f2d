/**
 * Which files of the page are loaded at its start: their texts are loaded with them, all others later.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The page's entry file, and what it loads for an open wallet while the user types. */
export const roots = ['web/main.ts', 'web/views/open/OpenWallet.svelte']

/**
 * Follows the static imports of these files.
 *
 * @param {string} root Folder of the project.
 * @returns {Set<string>} Paths below `root`, with `/` between folders.
 */
export function startFiles(root) {
  const found = new Set(roots)
  // A set iterates over what is added during the loop.
  for (const path of found) {
    const source = readFileSync(join(root, path), 'utf8')
    for (const [, from, alone] of source.matchAll(imports)) {
      const name = from ?? alone ?? ''
      const imported = posix.join(posix.dirname(path), name)
      const isOfPage = name.startsWith('.') && /\.(svelte|ts)$/.test(name)
      if (isOfPage && imported.startsWith('web/') && existsSync(join(root, imported)))
        found.add(imported)
    }
  }
  return found
}

/** A static import or export; types are erased. */
const imports =
  /^\s*(?:import|export)\s+(?!type\b)[^'"()]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'/gm
