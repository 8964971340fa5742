import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createNetwork } from './network.ts'

const connection = () => Object.assign(new EventEmitter(), { bytesRead: 10, bytesWritten: 20 })

it('counts open connections from when they are watched, and closed ones once', () => {
  const network = createNetwork()
  const socket = connection()
  network.watch('one', socket as never)
  expect(network.total('one')).toEqual({ received: 0, sent: 0 })
  Object.assign(socket, { bytesRead: 15, bytesWritten: 120 })
  expect(network.total('one')).toEqual({ received: 5, sent: 100 })
  socket.emit('close')
  network.add('one', { received: 1, sent: 2 })
  expect(network.total('one')).toEqual({ received: 6, sent: 102 })
  expect(network.total('two')).toEqual({ received: 0, sent: 0 })
})
