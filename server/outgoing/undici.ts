/**
 * The parts of undici that our programs use. Its index also loads a `fetch`, a WebSocket, a cache and mocks, which
 * would cost each program 8 MB.
 *
 * @module
 */
import Agent from 'undici/lib/dispatcher/agent.js'
import request from 'undici/lib/api/api-request.js'
import buildConnector from 'undici/lib/core/connect.js'
import errors from 'undici/lib/core/errors.js'

export { Agent, buildConnector, errors, request }
