/**
 * The records of a wallet, table by table. Every value is stored encrypted.
 *
 * Identifiers (transaction id, block id, one-time key or key image used as a name) are lower-case
 * hex; keys and scalars are bytes; amounts, heights and times are bigints.
 *
 * @module
 */
import type { Polyseed } from '#protocol/mnemonic/polyseed.ts'
import type { Network } from '#protocol/address.ts'
import type { NonceCommitment } from '#protocol/interchange/multisig-info.ts'
import type { LedgerWarning } from '../base/events.ts'

export type SubaddressIndex = { account: number; address: number }

/** The one record of the table `info`, under the key `wallet`. */
export type WalletInfo = {
  network: Network
  /** `background`: a companion wallet that scans for another one, without its spend key. */
  kind: 'full' | 'view-only' | 'multisig' | 'background'
  /** Scanning begins here. */
  restoreHeight: bigint
  /** Unix seconds. */
  createdAt: bigint
  /** Seed language, by its own or its English name; empty for a wallet made from keys. */
  seedLanguage: string
  /** Whether the view key follows from the spend key, so that a seed of words exists. */
  deterministic: boolean
  /** Lookahead: accounts and addresses watched beyond the last used one. */
  lookahead: { accounts: number; addresses: number }
  /** Set where the wallet may sync in the background, without its spend key. */
  backgroundSync?: {
    type: BackgroundSyncType
    /** During background sync, and until its results are applied: the first height that was synced so. */
    from?: bigint
  }
  /** Hash of the `.keys` file that it was made from, when last read; hex. */
  keyFile?: string
  /** Whether the user allowed this wallet to become multisig. */
  multisigEnabled?: boolean
  /** Whether this wallet never connects to a daemon. */
  keptOffline?: boolean
}

/** The password that opens the background wallet. monero wallet2.h BackgroundSyncType */
export type BackgroundSyncType = 'reuse-wallet-password' | 'custom-background-password'

/** The one record of the table `secrets`, under the key `keys`. */
export type Secrets = {
  /** Absent in view-only and multisig wallets. No member holds the spend secret of a group. */
  spendSecret?: Uint8Array
  viewSecret: Uint8Array
  spendPublic: Uint8Array
  viewPublic: Uint8Array
  /** The 16 bytes that MyMonero's 13 words encode, in a wallet made from them. */
  halfSeed?: Uint8Array
  /** The content of a Polyseed, in a wallet made from one. */
  polyseed?: Polyseed
  /** Where the wallet may sync in the background: the three spending keys, sealed. */
  locked?: Uint8Array
  /** With a separate background password: the key that opens and writes the background wallet. */
  background?: SealedKey
  /** In a multisig wallet. Its view secret is the group's, and so are both public keys. */
  multisig?: MultisigRecord
}

/** A key of records, and the header that wraps it with a password. */
export type SealedKey = { key: Uint8Array; header: Uint8Array }

/** A transaction seen without the spend key, by its position: resolved again once the key is available. */
export type SeenRecord = {
  txid: string
  blob: Uint8Array
  pruned: boolean
  coinbase: boolean
  /** Whether its bytes hash to its id; absent in records of older versions. */
  proved?: boolean
  globalIndices: bigint[]
  height: bigint
  timestamp: bigint
  /** Rules of its block. */
  version: number
}

/**
 * The keys of a member of a multisig group.
 *
 * @see monero src/multisig/multisig_account.h multisig_account
 */
export type MultisigRecord = {
  /** How many must sign. */
  threshold: number
  /** Base keys of all members, rising as bytes. */
  signers: Uint8Array[]
  /** Signs this member's messages; its public key is among the signers. */
  baseSecret: Uint8Array
  /** This member's shares of the spend secret; empty until the last round but one. */
  shares: Uint8Array[]
  /** Rounds of the key exchange that are done, at least 1. */
  rounds: number
  /** Public keys that this member sends in the next round; empty once all are known. */
  roundKeys: Uint8Array[]
}

/** An account, by its index. */
export type AccountRecord = {
  /** One label per created subaddress, the account's own first. */
  labels: string[]
}

/** A tag of accounts, by its name. */
export type TagRecord = {
  description: string
  /** Indices of the accounts, rising; at least one. */
  accounts: number[]
}

/** A row of the address book, by its index; there are no gaps. */
export type AddressBookRow = {
  /** A standard address or a subaddress. */
  address: string
  /** 16 hex digits; empty for none. */
  paymentId: string
  description: string
}

/** Public spend keys of the subaddresses watched in an account, by account index. */
export type LookaheadRecord = {
  /** 32 bytes for each address, from address 0 on. */
  spendKeys: Uint8Array
}

/** Ids of consecutive blocks, by `height / blocksPerSegment`. */
export type BlockSegment = {
  /** Height of the first id. */
  first: bigint
  /** 32 bytes each. */
  ids: Uint8Array
  /** The miner reward of the last block. */
  reward: bigint
  /**
   * Timestamp of each block in Unix seconds, 8 bytes each, little endian. As all ids have one, or only the last ones:
   * records of older versions have none.
   */
  times?: Uint8Array
  /** RingCT outputs of the chain up to and with each block; stored as {@link times}. */
  ringctOutputs?: Uint8Array
  /** Difficulty of each block, as it follows from the timestamps before; stored as {@link times}. Absent for pinned blocks. */
  difficulties?: Uint8Array
}

/**
 * The one record of the table `anchor`, under the key `blocks`: the blocks before the first one with a difficulty in its
 * segment, as a daemon reported them. At most 735.
 */
export type AnchorRecord = {
  /** Above the last of them. */
  height: bigint
  /** 8 bytes each, little endian. */
  times: Uint8Array
  difficulties: Uint8Array
}

/**
 * The one record of the table `verified`, under the key `blocks`: blocks that were requested whole and compared with
 * the ledger. They are requested from the top down: each block names the one before it, so all of them are ancestors
 * of a block that the wallet knows.
 */
export type VerifiedRecord = {
  /** Height of the lowest block to verify. */
  first: bigint
  /** Blocks from `first` to below this height were verified by an earlier run. */
  below: bigint
  /** Blocks from this height to below `top` are verified by this run. It is complete when this equals `below`. */
  next: bigint
  top: bigint
  /** Id of the block before `next`; absent where none follows from a verified block. */
  parent?: Uint8Array
}

/** Number of RingCT outputs of consecutive blocks, by `height / blocksPerSegment` of these segments. */
export type OutputCountSegment = {
  /** Height of the first block. */
  first: bigint
  /** RingCT outputs of all blocks before it. */
  before: number
  /** How many of the first blocks were loaded. The others were read. */
  loaded: number
  /** A varint for each block. */
  counts: Uint8Array
}

/** An own output, by its one-time public key. */
export type OutputRecord = {
  key: string
  txid: string
  indexInTx: number
  globalIndex: bigint
  amount: bigint
  mask: Uint8Array
  /** False for outputs with a public amount that are not in the RingCT set. */
  ringct: boolean
  coinbase: boolean
  /** The transaction public key (main or additional) that derives it. */
  txPublicKey: Uint8Array
  subaddress: SubaddressIndex
  /** Absent while unknown: in a view-only wallet, until imported. */
  keyImage?: string
  /**
   * Set for an output that another wallet exported and this one never scanned: its position among that
   * wallet's outputs, and whether its key image is requested. Transaction, height and time are unknown then.
   */
  imported?: { position: number; requested: boolean }
  height: bigint
  /** Timestamp of its block. */
  timestamp: bigint
  /** As the sender set it: a height, or Unix seconds from 500 000 000 on; 0 for none. */
  unlockTime: bigint
  frozen: boolean
  /**
   * Absent while unspent. `height` is absent while the spending transaction is not mined; `txid` is
   * empty where a trusted daemon reported it as spent without a transaction.
   */
  spent?: { txid: string; height?: bigint }
  /** Bytes of its transaction, unpruned. */
  txSize: number
  /** The smaller output that had the same key before. It is restored when this one's block is detached. */
  replaced?: OutputRecord
}

/**
 * A frozen output that a rescan or a reorganisation removed, by its one-time key; kept until it is found again.
 * `height` is that of its block.
 */
export type FrozenRecord = { height: bigint }

/** Money received by one subaddress in one mined transaction, by `txid:account:address`. */
export type ReceivedRecord = {
  txid: string
  subaddress: SubaddressIndex
  /** Net of our own change. */
  amount: bigint
  /** One per output. */
  amounts: bigint[]
  fee: bigint
  /** 16 or 64 hex digits. */
  paymentId: string
  height: bigint
  timestamp: bigint
  unlockTime: bigint
  coinbase: boolean
  /** Whether the bytes of its transaction hash to its id; absent in records of older versions. */
  proved?: boolean
  /** Whether it rests on a row of the scan feed whose chunk this release or a second server has too. */
  pinned?: boolean
  /** Its number in the history; absent in records of older versions. */
  found?: bigint
}

/**
 * Money about to be received, seen in the pool, by `txid:account:address`.
 *
 * As in wallet2 it shows in the balance that is not strict, and never in the unlocked one.
 */
export type PoolRecord = Omit<ReceivedRecord, 'height'> & {
  /** The daemon saw one of its key images spent before. */
  doubleSpendSeen: boolean
}

export type Destination = {
  /** As the caller wrote it. */
  address: string
  amount: bigint
}

/**
 * A transaction that spends our outputs, by its id.
 *
 * It is written as `journaled` before it leaves, so that a crash between signing and relaying
 * loses nothing; the blob allows to relay it again.
 */
export type SentRecord = {
  txid: string
  /**
   * `failed`: its inputs were mined in another transaction, or a daemon refused it. A refused one may be mined
   * nevertheless, see {@link file://../ledger/refused.ts}.
   */
  state: 'journaled' | 'pending' | 'failed' | 'mined'
  /** The signed transaction; empty for one that we only saw in the chain. */
  blob: Uint8Array
  /** Secret transaction key, and the additional ones; empty if this wallet did not make the transaction. */
  txKeys: Uint8Array[]
  account: number
  /** Subaddresses whose outputs it spends. */
  subaddresses: SubaddressIndex[]
  /** Without change; empty when unknown, as after a restore. */
  destinations: Destination[]
  amountIn: bigint
  /** Amount to all recipients, including own addresses; without fee and change. */
  amountOut: bigint
  change: bigint
  fee: bigint
  paymentId: string
  unlockTime: bigint
  /** Of our outputs spent, in hex. */
  keyImages: string[]
  /** Ring member indices of each input, absolute. */
  rings: bigint[][]
  /** The daemon that received it first, as configured; absent in records of older versions. */
  daemon?: string
  /** Whether the user gave up a refused one, so that later payments need not exclude it. */
  abandoned?: boolean
  /** When that daemon may receive it again without a request of the user; Unix seconds. */
  resendAt?: bigint
  /** When we made it, or its block's time once mined; Unix seconds. */
  timestamp: bigint
  /** Height of its block, once mined. */
  height?: bigint
  /** Its number in the history when it was entered as mined. */
  found?: bigint
}

/** The one record of the table `history`, under the key `wallet`: the number of the last entry, and replaced blocks. */
export type HistoryRecord = {
  /** The number of the last entry. */
  last: bigint
  /** Ascending by number. */
  replaced: Replacement[]
  /** Blocks below were scanned before a rescan: what it finds in them again is not reported as new. */
  scannedBefore?: bigint
}

/** A warning, by its problem and transaction. `noticed` in Unix seconds. */
export type WarningRecord = LedgerWarning & { noticed: bigint; dismissed: boolean }

/** A reorganisation: `detached` blocks from `height` on were replaced. */
export type Replacement = { number: bigint; height: bigint; detached: number }

/**
 * Requests to daemons for the ring of an output, by its one-time key. It survives rescans: a second
 * list or ring of one output would have only the real member in common with the first.
 */
export type RingRecord = {
  /** Global index of the output when the list was drawn. Among the outputs of its amount, if that is in the clear. */
  real: number
  /** Global indices in order of preference, the real one included. Requests contain them in ascending order. */
  candidates: number[]
  /** Blocks of the wallet's chain when the list was drawn. */
  height: bigint
  /** Global indices of the finished ring, ascending. */
  ring?: number[]
  /** What the members were, until a reorganisation may have replaced them. */
  answer?: {
    /** The daemon that returned them. */
    daemon: string
    /** One-time key and commitment of each member of `ring`. */
    points: Uint8Array
  }
  /** Daemons that answered wrongly. They are not asked about this output again. */
  refused?: RefusedAnswer[]
}

/** @see file://../payments/rings/candidate-check.ts */
export type RefusedAnswer = {
  /** Its address as configured, without a login. */
  daemon: string
  /** What it claimed of candidates that another daemon may confirm. */
  claims: string[]
}

/** Keys of a sent transaction whose record was removed, by its id; kept until it is found again. */
export type TxKeysRecord = {
  /** Secret transaction key and the additional ones. */
  txKeys: Uint8Array[]
}

/** Signing data of a multisig output, by its one-time key. */
export type SigningRecord = {
  /**
   * Nonces whose commitments were in this member's last export. Signing twice with one nonce reveals the
   * member's share.
   */
  nonces: Uint8Array[]
  /** The last imported info of each other member, rising by their base keys. */
  peers: { signer: Uint8Array; commitments: NonceCommitment[] }[]
}

/** The key image of an output that this wallet cannot spend, by its one-time key. It outlives rescans. */
export type KeyImageRecord = {
  keyImage: string
  /** Whether a signature of the output proves it. Otherwise it rests on the wallet that signed a set. */
  proven: boolean
  /** It is still requested from the wallet with the spend key. */
  requested: boolean
}
