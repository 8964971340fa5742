import { createHmac, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createChunkedBody } from './chunked-body.ts'
import type { ChunkSigner } from './signature.ts'

const signer: ChunkSigner = {
  seed: '0'.repeat(64),
  sign: (...parts) => createHmac('sha256', 'secret').update(parts.join('\n')).digest('hex'),
}
const EMPTY = hash('sha256', '', 'hex')

function signed(chunks: readonly string[], trailer?: string): string {
  let previous = signer.seed
  let text = ''
  for (const chunk of [...chunks, '']) {
    previous = signer.sign('PAYLOAD', previous, `${EMPTY}\n${hash('sha256', chunk, 'hex')}`)
    text += `${chunk.length.toString(16)};chunk-signature=${previous}\r\n${chunk}`
    if (chunk !== '') text += '\r\n'
  }
  if (trailer === undefined) return `${text}\r\n`
  const signature = signer.sign('TRAILER', previous, hash('sha256', `${trailer}\n`, 'hex'))
  return `${text}${trailer}\r\nx-amz-trailer-signature:${signature}\r\n\r\n`
}

async function decode(
  text: string,
  { length, isSigned = false, pieces = 7 }: { length: number; isSigned?: boolean; pieces?: number },
) {
  let trailers: ReadonlyMap<string, string> | undefined
  const body = createChunkedBody({
    length,
    signer: isSigned ? signer : undefined,
    onTrailers: (found) => {
      trailers = found
    },
  })
  const data = Buffer.from(text)
  const parts = Array.from({ length: Math.ceil(data.length / pieces) }, (_, index) =>
    data.subarray(index * pieces, (index + 1) * pieces),
  )
  const decoded = (await buffer(Readable.from(parts).compose(body))).toString()
  return { decoded, trailers: trailers && Object.fromEntries(trailers) }
}

describe('createChunkedBody', () => {
  it('joins the chunks and reads the trailing headers, wherever the network cuts', async () => {
    const text = '5\r\nhello\r\n6\r\n world\r\n0\r\nx-amz-checksum-crc32:AAAA==\r\n\r\n'
    for (const pieces of [1, 2, 3, 5, 8, 1000])
      expect(await decode(text, { length: 11, pieces })).toEqual({
        decoded: 'hello world',
        trailers: { 'x-amz-checksum-crc32': 'AAAA==' },
      })
  })

  it('accepts an empty body, and a last chunk without an empty line', async () => {
    expect((await decode('0\r\n\r\n', { length: 0 })).decoded).toBe('')
    expect((await decode('2\r\nab\r\n0\r\n', { length: 2 })).decoded).toBe('ab')
  })

  it('checks the signature of every chunk and of the trailing headers', async () => {
    const text = signed(['hello', ' world'], 'x-amz-checksum-crc32c:AAAA==')
    expect((await decode(text, { length: 11, isSigned: true })).decoded).toBe('hello world')
    expect((await decode(signed(['hi']), { length: 2, isSigned: true })).decoded).toBe('hi')
  })

  it.each([
    ['content', (text: string) => text.replace('world', 'World')],
    ['order', () => signed([' world', 'hello']).replace('hello', 'HELLO')],
    ['a trailing header', (text: string) => text.replace('AAAA', 'AAAB')],
    ['a missing chunk', (text: string) => text.replace(/^5;[^]*?hello\r\n/, '')],
    ['a chunk without signature', (text: string) => text.replace(/;chunk-signature=\w+/, '')],
  ])('refuses a signed body after a change of %s', async (_, change) => {
    const text = change(signed(['hello', ' world'], 'x-amz-checksum-crc32c:AAAA=='))
    await expect(decode(text, { length: 11, isSigned: true })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:SignatureDoesNotMatch|IncompleteBody)$/),
    })
  })

  it.each([
    ['cut within a chunk', '5\r\nhel'],
    ['without the last chunk', '5\r\nhello\r\n'],
    ['longer than announced', '6\r\nhello!\r\n0\r\n\r\n'],
    ['shorter than announced', '4\r\nhell\r\n0\r\n\r\n'],
    ['without sizes', 'hello\r\n0\r\n\r\n'],
    ['with a size that is no number', '-5\r\nhello\r\n0\r\n\r\n'],
    ['with an endless line', '0'.repeat(2000)],
    ['with content where a line should end', '5\r\nhelloX\r\n0\r\n\r\n'],
    ['with content behind the end', '5\r\nhello\r\n0\r\n\r\nmore'],
  ])('refuses a body %s', async (_, text) => {
    await expect(decode(text, { length: 5 })).rejects.toMatchObject({ code: 'IncompleteBody' })
  })
})
