/**
 * Runs before each file of the project `unit`, whose files share what they import (`vitest.config.ts`): takes back what
 * earlier files left.
 *
 * @module
 */
import { IDBFactory } from 'fake-indexeddb'
import './byte-equality.ts'
import { forgetOutputs } from './wallets/output-records.ts'

forgetOutputs()
if (globalThis.indexedDB) globalThis.indexedDB = new IDBFactory()
