import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { walletNameFault, walletNameOf } from '#protocol/wallet-name.ts'

describe('a name of a wallet', () => {
  test.each([
    'My wallet',
    'Εφεδρεία',
    '日本の財布',
    'محفظة',
    'می‌خواهم',
    'বাড়ি',
    '👛 2',
    "Anna's (old) & new",
    'a'.repeat(60),
    '🦉'.repeat(60),
  ])('can be %j', (name) => {
    expect(walletNameFault(walletNameOf(name), ['Other'])).toBeUndefined()
  })

  test('is composed, without space around it', () => {
    expect(walletNameOf('\u3000 Cafe\u0301\t')).toBe('Caf\u00e9')
  })

  test.each([
    ['', 'empty'],
    [' ', 'empty'],
    [' a', 'empty'],
    ['Cafe\u0301', 'empty'],
    ['a'.repeat(61), 'long'],
    ['🦉'.repeat(61), 'long'],
    ['a/b', 'characters'],
    ['a\0b', 'characters'],
    ['a\nb', 'characters'],
    ['a\u202eb', 'characters'],
    ['a\ud83eb', 'characters'],
    ['Other', 'taken'],
    ['OTHER', 'taken'],
    ['Ｏther', 'taken'],
  ] as const)('error: %j is refused: %s', (name, fault) => {
    expect(walletNameFault(name, ['Other', 'Third'])).toBe(fault)
  })

  test('is taken by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 70 }), (text) => {
        const name = walletNameOf(text)
        fc.pre(walletNameFault(name, []) === undefined)
        expect(walletNameFault(name, ['x', name])).toBe('taken')
      }),
    )
  })
})
