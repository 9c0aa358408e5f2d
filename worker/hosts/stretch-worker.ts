/**
 * A Web Worker that hashes one password, started by the page.
 *
 * @module
 */
import { stretchTask } from '../adapters/stretch.ts'
import { serveTask } from './serve-task.ts'

serveTask(stretchTask)
