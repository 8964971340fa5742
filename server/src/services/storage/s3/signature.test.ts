import { describe, expect, it } from 'vitest'
import { signS3 } from '../../../lib/sign-s3.ts'
import type { SentRequest } from './canonical-request.ts'
import { checkSignature, readSignature } from './signature.ts'

// The examples of the S3 documentation on signature version 4, with its published example keys.
const KEY = 'AKIAIOSFODNN7EXAMPLE'
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SCOPE = `${KEY}/20130524/us-east-1/s3/aws4_request`
const now = new Date('2013-05-24T00:00:00Z')

const byHeader: SentRequest = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE},` +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
}

const byQuery: SentRequest = {
  method: 'GET',
  url:
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
    `&X-Amz-Credential=${encodeURIComponent(SCOPE)}` +
    '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
    '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  headers: { host: 'examplebucket.s3.amazonaws.com' },
}

const listing: SentRequest = {
  method: 'GET',
  url: '/?max-keys=2&prefix=J',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=host;x-amz-content-sha256;x-amz-date,` +
      'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
}

function check(request: SentRequest, options: { secret?: string; at?: Date } = {}) {
  const signature = readSignature(request)
  if (!signature) throw new Error('The request has no signature')
  return checkSignature(request, signature, {
    secret: options.secret ?? SECRET,
    now: options.at ?? now,
  })
}

const at = (text: string) => new Date(text)

describe('readSignature and checkSignature', () => {
  it('accept what this server signs for other S3 servers', () => {
    const url = new URL('https://bucket.example.com/logs/a%3Db.gz')
    const credentials = { region: 'us-east-1', accessKeyId: KEY, secretAccessKey: SECRET }
    const headers = signS3({ ...credentials, method: 'PUT', url, payloadHash: EMPTY, now })
    const request = {
      method: 'PUT',
      url: url.pathname,
      headers: { ...headers, host: url.host },
    }
    expect(check(request).seed).toHaveLength(64)
    expect(() => check(request, { secret: 'wrong' })).toThrow('does not match')
  })

  it.each([
    ['a header', byHeader],
    ['a query', byQuery],
    ['a header, over a query', listing],
  ])('accept a signature in %s', (_, request) => {
    expect(readSignature(request)?.accessKeyId).toBe(KEY)
    expect(check(request).seed).toHaveLength(64)
  })

  it('accept parameters in any order and in another encoding', () => {
    for (const url of ['/?prefix=J&max-keys=2', '/?prefix=%4A&max-keys=%32'])
      expect(check({ ...listing, url }).seed).toBe(check(listing).seed)
    expect(check({ ...byHeader, url: '/%74est.txt' }).seed).toBe(check(byHeader).seed)
  })

  it('find no signature in a request with an API key', () => {
    expect(readSignature({ ...byHeader, headers: { authorization: 'Bearer abc' } })).toBeUndefined()
    expect(readSignature({ ...byQuery, url: '/test.txt?token=abc' })).toBeUndefined()
  })

  it.each<[string, SentRequest]>([
    ['path', { ...byHeader, url: '/test.txT' }],
    ['query', { ...byHeader, url: '/test.txt?versionId=1' }],
    ['method', { ...byHeader, method: 'DELETE' }],
    ['signed header', { ...byHeader, headers: { ...byHeader.headers, range: 'bytes=0-99' } }],
    ['host', { ...byQuery, headers: { host: 'other.example.com' } }],
    ['expiry', { ...byQuery, url: byQuery.url.replace('86400', '86401') }],
  ])('refuse a request whose %s was changed', (_, request) => {
    expect(() => check(request)).toThrow(expect.objectContaining({ code: 'SignatureDoesNotMatch' }))
  })

  it('refuse another secret', () => {
    expect(() => check(byHeader, { secret: 'other' })).toThrow(
      expect.objectContaining({ code: 'SignatureDoesNotMatch' }),
    )
  })

  it('refuse a request whose time is more than 15 minutes off', () => {
    for (const time of ['2013-05-24T00:15:01Z', '2013-05-23T23:44:59Z'])
      expect(() => check(byHeader, { at: at(time) })).toThrow(
        expect.objectContaining({ code: 'RequestTimeTooSkewed' }),
      )
    check(byHeader, { at: at('2013-05-24T00:14:59Z') })
  })

  it('refuse a presigned URL that has expired', () => {
    check(byQuery, { at: at('2013-05-24T23:59:59Z') })
    expect(() => check(byQuery, { at: at('2013-05-25T00:00:01Z') })).toThrow(
      expect.objectContaining({ code: 'AccessDenied' }),
    )
  })

  it.each([
    ['a credential without scope', SCOPE, KEY],
    ['another service', '/s3/', '/ec2/'],
    ['another day than the time', '20130524/', '20130525/'],
    ['no signed host', 'SignedHeaders=host;', 'SignedHeaders='],
    ['a signature that is no digest', 'Signature=f0', 'Signature=x0'],
  ])('refuse a header with %s', (_, from, to) => {
    const { authorization = '' } = byHeader.headers
    const headers = { ...byHeader.headers, authorization: authorization.replace(from, to) }
    expect(() => readSignature({ ...byHeader, headers })).toThrow(
      expect.objectContaining({ code: 'AuthorizationHeaderMalformed' }),
    )
  })

  it.each([
    ['an expiry of more than a week', 'Expires=86400', 'Expires=604801'],
    ['a negative expiry', 'Expires=86400', 'Expires=-1'],
    ['an unknown algorithm', 'AWS4-HMAC-SHA256', 'AWS4-HMAC-SHA1'],
    ['broken encoding', 'SignedHeaders=host', 'SignedHeaders=%zz'],
  ])('refuse a query with %s', (_, from, to) => {
    expect(() => readSignature({ ...byQuery, url: byQuery.url.replace(from, to) })).toThrow(
      expect.objectContaining({ code: 'AuthorizationQueryParametersError' }),
    )
  })
})
