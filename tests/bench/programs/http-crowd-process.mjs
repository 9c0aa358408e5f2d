/**
 * Hostile HTTP clients as a process, all from one address.
 *
 * Arguments: the kind, their number, the port, their loopback address, and the request of the long answer as JSON. Each
 * second it prints how many are connected and how many requests were answered.
 */
import { connect } from 'node:net'

const [kind, count, port, localAddress, long] = process.argv.slice(2)
const { method, path, body = '' } = JSON.parse(long)

const post = (text, target = '/json_rpc', host = 'localhost') =>
  `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${text.length}\r\n\r\n${text}`
const longRequest =
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`

const manyIntegers = '1,'.repeat(400_000)
const invalid = [
  post('{'),
  post('{"method":"nothing"}'),
  post('{"method":"get_version","params":[1,"a"]}'),
  post('', '/nothing'),
  post('{}', '/json_rpc', 'evil.example'),
  post(`{"method":"get_version","params":[${manyIntegers}1]}`),
  // Methods with long requests, of a wallet service and of a daemon.
  post(`{"method":"import_outputs","params":{"a":[${manyIntegers}1]}}`),
  post(`{"method":"get_output_histogram","params":{"amounts":[${manyIntegers}1]}}`),
]
/** The server closes the connection after these, so they are sent seldom. */
const fatal = ['GET / HTTP/9.9\r\n\r\n', post('{').repeat(100)]
const isFatal = 0.002

let open = 0
let answered = 0

/** Opens a connection; calls `ended` once it has closed. */
function client(ended, onConnect) {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  let isOpen = false
  socket.on('error', () => {})
  socket.once('connect', () => {
    isOpen = true
    open++
    onConnect(socket)
  })
  socket.once('close', () => {
    if (isOpen) open--
    ended()
  })
}

const kinds = {
  /** Every other connection sends the beginning of a request. */
  idle: (socket) => open % 2 === 0 && socket.write('POST /json_rpc HTTP/1.1\r\n'),
  /** Reads nothing. Its buffer is small, so that the answer waits in the server. */
  unread: (socket) => socket.pause().write(longRequest),
  invalid(socket) {
    let next = Math.floor(Math.random() * invalid.length)
    const send = () => {
      const requests = Math.random() < isFatal ? fatal : invalid
      socket.write(requests[next++ % requests.length])
    }
    socket.on('data', (piece) => {
      // The rest of an answer.
      if (piece[0] !== 'H'.charCodeAt(0)) return
      answered++
      send()
    })
    send()
  },
}

/** Connections that may be opened now; a few more every tenth of a second, so that the queue of the server lasts. */
let budget = 0
let missing = Number(count)
function fill() {
  while (budget > 0 && missing > 0) {
    budget--
    missing--
    client(() => missing++, kinds[kind])
  }
}
setInterval(() => {
  budget = Math.min(budget + 40, 40)
  fill()
}, 100)
setInterval(() => console.log(`open ${open} answered ${answered}`), 1000)
