/**
 * All methods that the page can call.
 *
 * @module
 */
export * from './methods.ts'
export * from './page-methods.ts'
