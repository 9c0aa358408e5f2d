/**
 * Where a browser keeps wallets.
 *
 * @module
 */

/** Name of the database of all wallets. The engine creates it when it starts for the first time. */
export const databaseName = 'nightjar'
