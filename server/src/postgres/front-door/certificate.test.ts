import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect, type PeerCertificate, TLSSocket } from 'node:tls'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCertificate } from '../../../test/certificate.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import { openCertificate, type Certificate } from './certificate.ts'

let folder: string
let files: { certFile: string; keyFile: string }
let clock: { at: number; now(): Date }
let logged: string[]
let log: Log

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa certificate '))
  files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') }
})
beforeEach(() => {
  clock = { at: Date.parse('2026-03-01T12:00:00Z'), now: () => new Date(clock.at) }
  logged = []
  const write = (_fields: unknown, message: string) => void logged.push(message)
  log = { ...silentLog, info: write, error: write }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pairOf = (name: string) => createCertificate([name], new Date())
const open = () => openCertificate(files, { clock, log })

/** Replaces the files as programs that renew certificates do. */
async function put({ cert, key }: { cert?: string; key?: string }): Promise<void> {
  for (const [file, text] of [
    [files.certFile, cert],
    [files.keyFile, key],
  ] as const)
    if (text !== undefined) {
      await writeFile(`${file}.new`, text)
      await rename(`${file}.new`, file)
    }
}

/** The name in the certificate that a client receives. */
async function nameShownBy(certificate: Certificate): Promise<string | undefined> {
  const secureContext = await certificate.context()
  const server = createServer((socket) => new TLSSocket(socket, { isServer: true, secureContext }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(client, 'secureConnect')
  const shown: PeerCertificate = client.getPeerCertificate()
  client.destroy()
  server.close()
  return shown.subjectaltname
}

describe('a certificate that cannot be used', () => {
  const one = pairOf('one.example.com')
  const other = pairOf('other.example.com')

  it.each([
    ['the certificate is missing', { key: one.key }, /certificate .*cert\.pem does not exist/],
    ['the private key is missing', { cert: one.cert }, /private key .*key\.pem does not exist/],
    ['the certificate is no PEM', { ...one, cert: 'nonsense' }, /cert\.pem is not a certificate/],
    ['the private key is no PEM', { ...one, key: 'nonsense' }, /key\.pem is not a private key/],
    ['the files are swapped', { cert: one.key, key: one.cert }, /cert\.pem is not a certificate/],
    [
      'the private key belongs to another certificate',
      { cert: one.cert, key: other.key },
      /key\.pem does not match the certificate .*cert\.pem/,
    ],
  ])('is refused in one sentence if %s', async (_what, pair, message) => {
    await rm(files.certFile, { force: true })
    await rm(files.keyFile, { force: true })
    await put(pair)
    await expect(open()).rejects.toMatchObject({
      code: 'server_certificate_invalid',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('STOA_POSTGRES_TLS_CERT'),
    })
  })
})

it('is described without its private key, which can be in the same file', async () => {
  const { cert, key } = pairOf('one.example.com')
  await put({ cert: `${key}${cert}`, key })
  const shown = await (await open()).describe()
  expect(shown.pem.trim()).toBe(cert.trim())
  expect(shown).toMatchObject({ is_self_signed: true, subject: shown.issuer })
  expect(Date.parse(shown.valid_until)).toBeGreaterThan(Date.now())
})

describe('a certificate in use', () => {
  it('is replaced when its files change, after three seconds at most', async () => {
    await put(pairOf('old.example.com'))
    const certificate = await open()
    await put(pairOf('new.example.com'))
    clock.at += 2999
    expect(await nameShownBy(certificate)).toBe('DNS:old.example.com')
    clock.at += 1
    expect(await nameShownBy(certificate)).toBe('DNS:new.example.com')
    expect(logged).toEqual(['The TLS certificate was reloaded.'])
  })

  it('stays in use while the new files cannot be used, which is logged once', async () => {
    await put(pairOf('old.example.com'))
    const certificate = await open()
    const renewed = pairOf('new.example.com')
    await put({ cert: renewed.cert })
    for (let check = 0; check < 3; check += 1) {
      clock.at += 3000
      expect(await nameShownBy(certificate)).toBe('DNS:old.example.com')
    }
    expect(logged).toEqual([
      'The new TLS certificate cannot be used; the previous one stays in use.',
    ])
    await put({ key: renewed.key })
    clock.at += 3000
    expect(await nameShownBy(certificate)).toBe('DNS:new.example.com')
  })

  it('stays in use if its files are removed', async () => {
    await put(pairOf('old.example.com'))
    const certificate = await open()
    await rm(files.certFile)
    clock.at += 3000
    expect(await nameShownBy(certificate)).toBe('DNS:old.example.com')
  })

  it('is read once for handshakes at the same time', async () => {
    await put(pairOf('old.example.com'))
    const certificate = await open()
    await put(pairOf('new.example.com'))
    clock.at += 3000
    const contexts = await Promise.all([certificate.context(), certificate.context()])
    expect(contexts[0]).toBe(contexts[1])
    expect(logged).toHaveLength(1)
  })
})
