import { z } from 'zod'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, oauthError, validationFailed } from '../errors.ts'
import { afterSignIn } from '../external/callback.ts'
import { findOrCreateAccount } from '../external/external-account.ts'
import { digestOf } from '../digests.ts'
import { useProof } from '../queries/external-flows.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { parseMessage, type WalletMessage } from './message.ts'
import { isSignedByEthereum, isSignedBySolana } from './signatures.ts'

export const Web3GrantBody = z.object({ chain: text, message: text, signature: text })

/** How old a message can be, and how far a wallet's clock can be ahead. */
const MAX_AGE_MS = 10 * 60_000
const MAX_AHEAD_MS = 60_000

const CHAINS = {
  ethereum: {
    name: 'Ethereum',
    isSigned: isSignedByEthereum,
    signature: /^0x[\da-f]{130}$/i,
    signatureHint: 'Signature must be 65 bytes in hexadecimal',
  },
  solana: {
    name: 'Solana',
    isSigned: isSignedBySolana,
    signature: /^[\w+/-]{86}(?:==)?$/,
    signatureHint: 'Signature must be 64 bytes in base64',
  },
} as const

const providerDisabled = () => authError(422, 'web3_provider_disabled', 'Web3 provider is disabled')

const badSignature = (message: string) => oauthError('invalid_grant', message)

/**
 * Signs in the owner of a wallet with a message that it signed for this project's site. The checks
 * have GoTrue's order, so that clients see the same error for a message with several faults: the
 * form, the signature, the site, the times.
 */
export async function signInWithWallet(
  context: AuthContext,
  body: z.infer<typeof Web3GrantBody>,
): Promise<SessionBody> {
  const { settings, limits, project, client, now } = context
  limits.count('web3ByIp', project.ref, client.network)
  if (!settings.external_web3_ethereum_enabled && !settings.external_web3_solana_enabled)
    throw providerDisabled()
  if (body.chain !== 'ethereum' && body.chain !== 'solana')
    throw authError(400, 'web3_unsupported_chain', 'Unsupported chain')
  const chain = CHAINS[body.chain]
  if (!settings[`external_web3_${body.chain}_enabled`]) throw providerDisabled()
  if (!chain.signature.test(body.signature)) throw validationFailed(chain.signatureHint)
  const message = parseMessage(body.message, chain.name)
  if (!message) throw validationFailed(`Message is not a valid Sign in with ${chain.name} message`)
  const { uri, issuedAt } = checkForm(message)
  if (!chain.isSigned(body.message, body.signature, message.address))
    throw badSignature('Signature does not match address in message')
  checkSite(context, message.domain, uri)
  const expiresAt = checkTimes(message, issuedAt, now)
  const person = personOf(body.chain, message)
  const { account, session } = await context.database.transaction(async (tx) => {
    // The digest of the message, because one message can have several valid signatures.
    const digest = digestOf(`web3 ${body.chain} ${body.message}`)
    if (!(await useProof(tx, { digest, expiresAt, now })))
      throw badSignature('The message has already been used')
    const found = await findOrCreateAccount(context, tx, person)
    const signedIn = { userId: found.user.id, method: 'web3', provider: 'web3' } as const
    return { account: found, session: await startSession(context, tx, signedIn) }
  })
  await afterSignIn(context, account)
  return session
}

function personOf(chain: 'ethereum' | 'solana', { address, ...message }: WalletMessage) {
  const known = chain === 'ethereum' ? address.toLowerCase() : address
  const subject = `web3:${chain}:${known}`
  const custom = {
    address: known,
    chain,
    network: message.chainId ?? '',
    domain: message.domain,
    statement: message.statement,
  }
  return {
    provider: 'web3',
    profile: { subject, emails: [], claims: { custom_claims: custom } },
    isEmailOptional: true,
  }
}

/** The fields without which a message cannot be checked. */
function checkForm({ uri, version, issuedAt }: WalletMessage) {
  if (version !== undefined && version !== '1')
    throw validationFailed('Message version is not supported')
  if (uri === undefined || !URL.canParse(uri)) throw validationFailed('Message has no valid URI')
  if (!issuedAt) throw validationFailed('Message has no issue time')
  return { uri, issuedAt }
}

/** A message for another site must not sign in here, because that site could have requested it. */
function checkSite({ policy }: Pick<AuthContext, 'policy'>, domain: string, uri: string) {
  const { host } = new URL(uri)
  if (host.toLowerCase() !== domain.toLowerCase())
    throw badSignature('Message URI does not match its domain')
  if (!policy.allowsRedirect(uri)) throw badSignature('Message was signed for a different site')
}

/** Checks the times of the message and returns when it expires. */
function checkTimes({ expiresAt, notBefore }: WalletMessage, issuedAt: Date, now: Date): Date {
  if (notBefore && notBefore.getTime() > now.getTime() + MAX_AHEAD_MS)
    throw badSignature('Message is not valid yet')
  if (expiresAt && expiresAt <= now) throw badSignature('Message has expired')
  const age = now.getTime() - issuedAt.getTime()
  if (age > MAX_AGE_MS) throw badSignature('Message was issued too long ago')
  if (age < -MAX_AHEAD_MS) throw badSignature('Message was issued too far in the future')
  return new Date(issuedAt.getTime() + MAX_AGE_MS)
}
