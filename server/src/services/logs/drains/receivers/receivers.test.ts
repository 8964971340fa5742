import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { LogDrainConfig } from '@stoa/contract/services/logs/drains'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCertificate } from '../../../../../test/certificate.ts'
import { startHttpReceiver } from '../../../../../test/logs/http-receiver.ts'
import { startS3Server } from '../../../../../test/s3-server.ts'
import { systemClock } from '../../../../lib/clock.ts'
import { createOutgoing, type Outgoing } from '../../../../lib/outgoing.ts'
import type { DrainEvent } from '../event.ts'
import { createReceiver } from './create-receiver.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const REQUEST = '0189ffff-0000-7000-8000-00000000000a'
const TIME = 1_780_315_200_123_456

const event: DrainEvent = {
  id: ID,
  timestamp: TIME,
  source: 'edge_logs',
  severity: 'warning',
  message: 'GET | 404 | /é',
  requestId: REQUEST,
  metadata: { request: { method: 'GET' }, response: { status_code: 404, origin_time: 1.5 } },
}
const error: DrainEvent = { ...event, id: 'other', timestamp: TIME - 1, severity: 'error' }
const plain = {
  id: ID,
  timestamp: TIME,
  event_message: 'GET | 404 | /é',
  severity: 'warning',
  source: 'edge_logs',
  project: 'sample',
  metadata: event.metadata,
}

const direct = createOutgoing({ allowsPrivate: true })
const attempt = { signal: new AbortController().signal, timeoutMs: 5000 }
const send = (config: LogDrainConfig, events = [event], outgoing: Outgoing = direct) =>
  createReceiver({ outgoing, clock: systemClock, ref: 'sample', ownUrl: () => '' }, config).send(
    events,
    attempt,
  )

describe('webhook', () => {
  const config = (url: string, format: 'json' | 'ndjson') =>
    ({ type: 'webhook', config: { url, format, gzip: true, headers: { 'x-key': 'k' } } }) as const

  it('receives an array with the headers', async () => {
    const { url, requests } = await startHttpReceiver()
    const receipt = await send(config(`${url}/in?a=1`, 'json'))
    expect(receipt).toEqual({ isAccepted: true, status: 200, response: '' })
    const [request] = requests
    expect(request).toMatchObject({ method: 'POST', path: '/in?a=1' })
    expect(request?.headers).toMatchObject({
      'x-key': 'k',
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    expect(JSON.parse(request?.body ?? '')).toEqual([plain])
  })

  it('receives lines', async () => {
    const { url, requests } = await startHttpReceiver()
    await send(config(url, 'ndjson'), [event, error])
    const lines = requests[0]?.body.split('\n') ?? []
    expect(lines).toHaveLength(3)
    expect(JSON.parse(lines[0] ?? '')).toEqual(plain)
    expect(requests[0]?.headers['content-type']).toBe('application/x-ndjson')
  })

  it('reports a refusal with the response', async () => {
    const { url } = await startHttpReceiver(() => 503)
    expect(await send(config(url, 'json'))).toEqual({
      isAccepted: false,
      status: 503,
      response: 'not now',
    })
  })

  it('does not reach private addresses', async () => {
    const { url, requests } = await startHttpReceiver()
    const outgoing = createOutgoing({ allowsPrivate: false })
    const receipt = await send(config(url, 'json'), [event], outgoing)
    expect(receipt).toMatchObject({ isAccepted: false, status: null })
    expect(receipt.response).toContain('private address')
    expect(requests).toEqual([])
  })
})

it('Loki receives a stream for each severity, in the order of time', async () => {
  const { url, requests } = await startHttpReceiver(() => 204)
  const later = { ...event, timestamp: TIME + 5 }
  const config = { url, username: 'u', password: 'p', headers: { 'x-scope-orgid': 't' } }
  const receipt = await send({ type: 'loki', config }, [later, event, error])
  expect(receipt.isAccepted).toBe(true)
  expect(requests[0]?.path).toBe('/loki/api/v1/push')
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Basic dTpw',
    'x-scope-orgid': 't',
  })
  const labels = { project: 'sample', source: 'edge_logs', service_name: 'edge_logs' }
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    streams: [
      {
        stream: { ...labels, level: 'warning' },
        values: [
          [`${TIME}000`, JSON.stringify(plain)],
          [`${TIME + 5}000`, JSON.stringify({ ...plain, timestamp: TIME + 5 })],
        ],
      },
      { stream: { ...labels, level: 'error' }, values: [[`${TIME - 1}000`, expect.any(String)]] },
    ],
  })
})

it('Datadog receives events at the intake of the region', async () => {
  const { url, requests } = await startHttpReceiver(() => 202)
  const urls: string[] = []
  const outgoing: Outgoing = {
    ...direct,
    request(request) {
      urls.push(request.url)
      return direct.request({ ...request, url })
    },
  }
  await send({ type: 'datadog', config: { region: 'EU', api_key: 'secret' } }, [event], outgoing)
  expect(urls).toEqual(['https://http-intake.logs.datadoghq.eu/api/v2/logs'])
  expect(requests[0]?.headers['dd-api-key']).toBe('secret')
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual([
    {
      message: event.message,
      ddsource: 'stoa',
      service: 'edge_logs',
      hostname: 'sample',
      ddtags: 'project:sample,source:edge_logs',
      status: 'warning',
      timestamp: Math.floor(TIME / 1000),
      id: ID,
      metadata: event.metadata,
    },
  ])
})

it('an OpenTelemetry collector receives records with typed attributes', async () => {
  const { url, requests } = await startHttpReceiver()
  await send({ type: 'otlp', config: { endpoint: `${url}/otlp/`, gzip: true, headers: {} } })
  expect(requests[0]?.path).toBe('/otlp/v1/logs')
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    resourceLogs: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'edge_logs' } },
            { key: 'stoa.project.ref', value: { stringValue: 'sample' } },
          ],
        },
        scopeLogs: [
          {
            scope: { name: 'stoa.logs' },
            logRecords: [
              {
                timeUnixNano: `${TIME}000`,
                observedTimeUnixNano: `${TIME}000`,
                severityNumber: 13,
                severityText: 'WARNING',
                body: { stringValue: event.message },
                attributes: [
                  { key: 'log.record.uid', value: { stringValue: ID } },
                  { key: 'request.method', value: { stringValue: 'GET' } },
                  { key: 'response.status_code', value: { intValue: '404' } },
                  { key: 'response.origin_time', value: { doubleValue: 1.5 } },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
})

it('Sentry receives an envelope with one item of logs', async () => {
  const { url, requests } = await startHttpReceiver()
  await send({ type: 'sentry', config: { dsn: `${url.replace('//', '//key@')}/sub/7` } })
  expect(requests[0]?.path).toBe('/sub/api/7/envelope/')
  expect(requests[0]?.headers['x-sentry-auth']).toContain('sentry_key=key')
  const parts = (requests[0]?.body ?? '').trimEnd().split('\n')
  const [header, item, payload] = parts.map((part): unknown => JSON.parse(part))
  expect(header).toEqual({})
  expect(item).toEqual({
    type: 'log',
    item_count: 1,
    content_type: 'application/vnd.sentry.items.log+json',
  })
  expect(payload).toEqual({
    items: [
      {
        timestamp: TIME / 1e6,
        trace_id: REQUEST.replaceAll('-', ''),
        level: 'warn',
        severity_number: 13,
        body: event.message,
        attributes: {
          'stoa.event.id': { value: ID, type: 'string' },
          'stoa.project': { value: 'sample', type: 'string' },
          'stoa.source': { value: 'edge_logs', type: 'string' },
          'request.method': { value: 'GET', type: 'string' },
          'response.status_code': { value: 404, type: 'integer' },
          'response.origin_time': { value: 1.5, type: 'double' },
        },
      },
    ],
  })
})

it('a bucket receives one object for the same batch, however often it is sent', async () => {
  const server = await startS3Server()
  onTestFinished(() => server.stop())
  const { bucket, endpoint = '', region, accessKeyId, secretAccessKey } = server.bucket
  const config = {
    s3_bucket: bucket,
    storage_region: region,
    endpoint,
    prefix: 'stoa=logs/',
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
    batch_timeout: 1000,
  }
  expect(await send({ type: 's3', config })).toMatchObject({ isAccepted: true, status: 200 })
  expect(await send({ type: 's3', config })).toMatchObject({ isAccepted: true })
  const [key, ...others] = await server.keys()
  expect(others).toEqual([])
  expect(key).toMatch(
    /^stoa=logs\/sample\/edge_logs\/2026\/06\/01\/2026-06-01T12-00-00Z-\w{16}\.ndjson\.gz$/,
  )
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  client.destroy()
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
  expect(gunzipSync(bytes).toString('utf8')).toBe(`${JSON.stringify(plain)}\n`)
})

describe('syslog', () => {
  const message = `<132>1 2026-06-01T12:00:00.123456Z sample edge_logs - - - ${JSON.stringify(plain)}`
  const frame = `${Buffer.byteLength(message)} ${message}`
  const collect = (received: string[]) => (socket: net.Socket) => {
    socket.on('data', (data: Buffer) => received.push(data.toString('utf8')))
    socket.on('error', () => {})
  }
  async function listen(server: net.Server): Promise<number> {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }

  it('receives messages with their lengths over TCP', async () => {
    const received: string[] = []
    const port = await listen(net.createServer(collect(received)))
    const config = { host: '127.0.0.1', port, tls: false, ca_cert: '' }
    const receipt = await send({ type: 'syslog', config }, [event, event])
    expect(receipt).toMatchObject({ isAccepted: true, status: null })
    expect(received.join('')).toBe(frame + frame)
  })

  it('receives them over TLS from a server with a certificate of the given authority', async () => {
    const received: string[] = []
    const { key, cert } = createCertificate(['localhost'], new Date())
    const port = await listen(tls.createServer({ key, cert }, collect(received)))
    const config = { host: 'localhost', port, tls: true, ca_cert: cert }
    expect(await send({ type: 'syslog', config })).toMatchObject({ isAccepted: true })
    expect(received.join('')).toBe(frame)
    const untrusted = { ...config, ca_cert: '' }
    expect(await send({ type: 'syslog', config: untrusted })).toMatchObject({ isAccepted: false })
  })

  it('does not count a connection that is cut as accepted', async () => {
    const server = net.createServer((socket) => socket.resetAndDestroy())
    const port = await listen(server)
    const config = { host: '127.0.0.1', port, tls: false, ca_cert: '' }
    expect(await send({ type: 'syslog', config })).toMatchObject({ isAccepted: false })
  })
})
