import { generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

let test: TestProject
let auth: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, {
    settings: {
      site_url: 'https://site.example.com',
      external_web3_ethereum_enabled: true,
      external_web3_solana_enabled: true,
      mailer_autoconfirm: false,
    },
  })
})
afterAll(() => test.stop())

const { secretKey } = secp256k1.keygen()
const publicKey = secp256k1.getPublicKey(secretKey, false)
const ethereum = `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(-20)).toString('hex')}`

const messageOf = ({
  chain = 'Ethereum',
  address = ethereum,
  domain = 'site.example.com',
  uri = 'https://site.example.com/login',
  issuedAt = auth.now(),
  more = '',
} = {}) => `${domain} wants you to sign in with your ${chain} account:
${address}

Welcome.

URI: ${uri}
Version: 1
Chain ID: 1
Nonce: ${Math.random().toString(36).slice(2).padEnd(8, '0')}
Issued At: ${issuedAt.toISOString()}${more}`

function ethereumSignature(message: string): `0x${string}` {
  const text = Buffer.from(message)
  const digest = keccak_256(
    Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`), text]),
  )
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secretKey, {
    prehash: false,
    format: 'recovered',
  })
  return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
}

const send = (message: string, signature: string, chain = 'ethereum') =>
  auth.call('POST', '/token?grant_type=web3', { body: { chain, message, signature } })

describe('signing in with a wallet', () => {
  it('accepts the message of an Ethereum wallet from the published client, once', async () => {
    const message = messageOf()
    const signature = ethereumSignature(message)
    const { data, error } = await auth
      .client()
      .auth.signInWithWeb3({ chain: 'ethereum', message, signature })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      user_metadata: { sub: `web3:ethereum:${ethereum}` },
    })
    const again = await send(message, signature)
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const other = messageOf()
    const second = await send(other, ethereumSignature(other))
    expect(second.body['user'].id).toBe(data.user?.id)
  })

  it('accepts the message of a Solana wallet', async () => {
    const pair = generateKeyPairSync('ed25519')
    const key = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    const message = messageOf({ chain: 'Solana', address: base58(key) })
    const signature = sign(null, Buffer.from(message), pair.privateKey)
    const { data, error } = await auth
      .client()
      .auth.signInWithWeb3({ chain: 'solana', message, signature })
    expect(error).toBeNull()
    expect(data.user?.identities?.[0]?.provider).toBe('web3')
  })

  it.each([
    ['of another domain', { domain: 'evil.example.com', uri: 'https://evil.example.com/' }],
    ['whose address is of another domain', { domain: 'evil.example.com' }],
    ['of another account', { address: `0x${'1'.repeat(40)}` }],
    ['that has expired', { more: '\nExpiration Time: 2020-01-01T00:00:00.000Z' }],
    ['that is not valid yet', { more: '\nNot Before: 2999-01-01T00:00:00.000Z' }],
    ['that was issued long ago', { issuedAt: new Date('2020-01-01T00:00:00Z') }],
    ['that was issued in the future', { issuedAt: new Date('2999-01-01T00:00:00Z') }],
    ['with a field given twice', { more: '\nURI: https://site.example.com/' }],
  ])('refuses a message %s', async (_, change) => {
    const message = messageOf(change)
    const answer = await send(message, ethereumSignature(message))
    expect(answer.status).toBe(400)
    expect(answer.body['access_token']).toBeUndefined()
  })

  it('refuses a changed message and unreadable signatures', async () => {
    const message = messageOf()
    const signature = ethereumSignature(message)
    const changed = message.replace('Welcome', 'Goodbye')
    for (const [text, given] of [
      [changed, signature],
      [message, '0x00'],
      [message, `0x${'0'.repeat(130)}`],
      [message, ''],
    ] as const)
      expect((await send(text, given)).status).toBe(400)
    // GoTrue checks in this order: form, signature, site, times.
    const faulty = messageOf({
      domain: 'evil.example.com',
      uri: 'https://evil.example.com/',
      issuedAt: new Date('2020-01-01T00:00:00Z'),
      more: '\nNot Before: 2999-01-01T00:00:00.000Z\nExpiration Time: 2020-01-01T00:00:00.000Z',
    })
    const described = async (text: string, given: string) => {
      const { body } = await send(text, given)
      return body['error_description'] ?? body['msg']
    }
    expect(await described('hello', '0x00')).toBe('Signature must be 65 bytes in hexadecimal')
    expect(await described(faulty, signature)).toBe('Signature does not match address in message')
    expect(await described(faulty, ethereumSignature(faulty))).toBe(
      'Message was signed for a different site',
    )
    const late = faulty.replaceAll('evil.example.com', 'site.example.com')
    expect(await described(late, ethereumSignature(late))).toBe('Message is not valid yet')
    expect(await send('hello', signature)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
    expect(await send(message, signature, 'bitcoin')).toMatchObject({
      status: 400,
      body: { error_code: 'web3_unsupported_chain' },
    })
  })

  it('says that wallets are disabled before it looks at the chain or the message', async () => {
    const disabled = createAuthApp(test, { settings: { external_web3_ethereum_enabled: false } })
    expect(
      await disabled.call('POST', '/token?grant_type=web3', {
        body: { chain: 'bitcoin', message: 'hello', signature: '' },
      }),
    ).toMatchObject({ status: 422, body: { error_code: 'web3_provider_disabled' } })
  })

  it('limits the sign-ins of one client as the settings say', async () => {
    const limited = createAuthApp(test, {
      settings: { external_web3_ethereum_enabled: true, rate_limit_web3: 1 },
      limits: 'of the settings',
    })
    const attempt = (ip: string) =>
      limited.call('POST', '/token?grant_type=web3', {
        body: { chain: 'ethereum', message: 'hello', signature: '0x00' },
        ip,
      })
    expect((await attempt('192.0.2.1')).body['error_code']).toBe('validation_failed')
    expect(await attempt('192.0.2.1')).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    })
    expect((await attempt('192.0.2.2')).body['error_code']).toBe('validation_failed')
    limited.pass(300)
    expect((await attempt('192.0.2.1')).body['error_code']).toBe('validation_failed')
  })
})

function base58(bytes: Uint8Array): string {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = letters.charAt(Number(value % 58n)) + text
  return text
}
