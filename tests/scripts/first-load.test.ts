import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { firstLoad } from '../../scripts/first-load.mjs'

const page = {
  'index.html': '<script src="/assets/index-aaaaaaa1.js">',
  'assets/index-aaaaaaa1.js':
    'import{a}from"./fields-aaaaaaa2.js";import(`./Console-aaaaaaa3.js`);import(`./OpenWallet-aaaaaa17.js`);import(`./workbox-window.prod.es5-aaaaaaa4.js`);new URL(`/assets/browser-aaaaaaa5.js`);new URL(`/assets/scan-worker-aaaaaaa6.js`);new URL(`/assets/stretch-worker-aaaaaa14.js`)',
  'assets/fields-aaaaaaa2.js': '',
  'assets/Console-aaaaaaa3.js': '',
  'assets/OpenWallet-aaaaaa17.js': 'import"./wallet-aaaaaa16.js"',
  'assets/wallet-aaaaaa16.js': '',
  'assets/workbox-window.prod.es5-aaaaaaa4.js': '',
  'assets/browser-aaaaaaa5.js':
    'import{b}from"./start-aaaaaaa7.js";new URL(`/assets/nightjar-fma-aaaaaaa9.wasm`);new URL(`/assets/scan-fma-aaaaaa10.wasm`)',
  'assets/scan-worker-aaaaaaa6.js': 'import{b}from"./start-aaaaaaa8.js"',
  'assets/start-aaaaaaa7.js':
    'import(`./wasm-aaaaaa11.js`);import(`./index.esm-aaaaaa12.js`);import(`./french-aaaaaa13.js`)',
  'assets/start-aaaaaaa8.js': '',
  'assets/nightjar-fma-aaaaaaa9.wasm': 'nightjar',
  'assets/scan-fma-aaaaaa10.wasm': '',
  'assets/wasm-aaaaaa11.js': 'import{c}from"./start-aaaaaaa7.js"',
  'assets/index.esm-aaaaaa12.js': '',
  'assets/stretch-worker-aaaaaa14.js': 'import{b}from"./start-aaaaaa15.js"',
  'assets/start-aaaaaa15.js': 'import(`./index.esm-aaaaaa12.js`)',
  'assets/french-aaaaaa13.js': '',
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  for (const [path, text] of Object.entries(page)) writeFileSync(join(folder, path), text)
})

describe('firstLoad', () => {
  test('contains static imports, and of the modules imported on demand those that a new wallet needs', () => {
    const loaded = firstLoad(folder).map(({ path }) => path)
    expect(Object.keys(page).filter((path) => !loaded.includes(path))).toEqual([
      'assets/Console-aaaaaaa3.js',
      'assets/scan-worker-aaaaaaa6.js',
      'assets/start-aaaaaaa8.js',
      'assets/french-aaaaaa13.js',
    ])
  })

  test('measures each file', () => {
    const path = 'assets/nightjar-fma-aaaaaaa9.wasm'
    expect(firstLoad(folder)).toContainEqual({ path, bytes: 8, brotli: 12 })
  })

  test('error: the build lacks a named file', () => {
    rmSync(join(folder, 'assets/nightjar-fma-aaaaaaa9.wasm'))
    expect(() => firstLoad(folder)).toThrow(
      `${folder}: expected the first load to contain nightjar-fma-*, found none`,
    )
  })
})
