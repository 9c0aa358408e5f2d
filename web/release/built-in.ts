import type { BuiltIn } from './check-release.ts'

// Set by scripts/release.mjs.
const key: string | undefined = import.meta.env.VITE_RELEASE_KEY

/** Undefined in a build that is not a release. */
export const builtIn: BuiltIn | undefined =
  key === undefined
    ? undefined
    : {
        key,
        version: import.meta.env.VITE_RELEASE_VERSION,
        date: import.meta.env.VITE_RELEASE_DATE,
      }
