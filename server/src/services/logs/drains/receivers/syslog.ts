import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import type { LogLevel } from '@stoa/contract/catalog/log-sources'
import { plainEvent, type DrainEvent } from '../event.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from '../limits.ts'
import { unreachable } from '../errors.ts'
import { failedAttempt } from './post.ts'
import type { ConfigOf } from './config.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'

/** RFC 5424's severities. */
const SEVERITIES: Readonly<Record<LogLevel, number>> = { debug: 7, info: 6, warning: 4, error: 3 }
/** The facility `local0`. */
const FACILITY = 16

/**
 * RFC 5424 over TCP or TLS, with the length before each message (RFC 6587, RFC 5425). The protocol
 * has no acknowledgement: a batch counts as accepted when the receiver has confirmed the end of the
 * connection that carried it.
 */
export const syslogReceiver = (deps: ReceiverDeps, config: ConfigOf<'syslog'>): Receiver => ({
  maxEvents: MAX_BATCH_EVENTS,
  maxBytes: MAX_BATCH_BYTES,
  waitMs: 1000,
  async send(events, { signal, timeoutMs }) {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    let socket: net.Socket | undefined
    try {
      const address = await deps.outgoing.resolve(config.host)
      ending.throwIfAborted()
      socket = connect(address, config)
      socket.on('error', () => {})
      // Receivers send nothing, and what they send is not kept.
      socket.resume()
      await once(socket, config.tls ? 'secureConnect' : 'connect', { signal: ending })
      const closed = once(socket, 'close', { signal: ending })
      socket.end(events.map((event) => framed(deps.ref, event)).join(''))
      const [hadError] = (await closed) as [boolean]
      if (hadError) throw unreachable(config.host)
      return {
        isAccepted: true,
        status: null,
        response: 'The connection was closed after it took all events.',
      }
    } catch (error) {
      return failedAttempt(
        ending.aborted && !signal.aborted
          ? unreachable(config.host, 'did not respond in time')
          : asFailure(error, config.host),
      )
    } finally {
      socket?.destroy()
    }
  },
})

const asFailure = (error: unknown, host: string) =>
  error instanceof Error && 'code' in error && 'status' in error
    ? error
    : unreachable(host, 'could not be reached', error)

function connect(
  address: string,
  { host, port, tls: isSecure, ca_cert: ca }: ConfigOf<'syslog'>,
): net.Socket {
  if (!isSecure) return net.connect({ host: address, port })
  return tls.connect({
    host: address,
    port,
    // The certificate must be that of the name, not of the address.
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(ca !== '' && { ca }),
  })
}

function framed(ref: string, event: DrainEvent): string {
  const priority = FACILITY * 8 + SEVERITIES[event.severity]
  const time = new Date(Math.floor(event.timestamp / 1000)).toISOString().slice(0, -1)
  const micros = String(event.timestamp % 1000).padStart(3, '0')
  const text = JSON.stringify(plainEvent(ref, event))
  const message = `<${priority}>1 ${time}${micros}Z ${ref} ${event.source} - - - ${text}`
  return `${Buffer.byteLength(message)} ${message}`
}
