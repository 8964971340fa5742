import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'

const VERIFIERS = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024
const MAX_TOKEN = 8192

/** The field that GoTrue's clients put a solved CAPTCHA into. */
const Body = z.object({
  gotrue_meta_security: z
    .object({
      captcha_token: z
        .string()
        .nullish()
        .transform((value) => value ?? ''),
    })
    .nullish(),
})

const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
})

/**
 * Requires a solved CAPTCHA; 400 `captcha_failed` otherwise. The project's own servers, which hold
 * its secret key, need none.
 */
export async function requireCaptcha(
  context: Pick<AuthContext, 'client' | 'outgoing' | 'settings'>,
  { body, isServer }: { readonly body: unknown; readonly isServer: boolean },
): Promise<void> {
  const { settings, outgoing, client } = context
  if (isServer) return
  const token = Body.safeParse(body).data?.gotrue_meta_security?.captcha_token.trim() ?? ''
  if (token === '' || token.length > MAX_TOKEN) throw refused('no captcha_token found')
  const verdict = await ask()
  if (!verdict.success)
    throw refused(verdict['error-codes']?.join(', ').slice(0, 300) || 'not accepted')

  async function ask() {
    try {
      const response = await outgoing.request({
        url: VERIFIERS[settings.security_captcha_provider],
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          secret: settings.security_captcha_secret,
          response: token,
          ...(client.ip !== null && { remoteip: client.ip }),
        }).toString(),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      })
      return Verdict.parse(JSON.parse(response.body))
    } catch (cause) {
      throw authError(500, 'unexpected_failure', 'captcha verification process failed', { cause })
    }
  }
}

const refused = (reason: string) =>
  authError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
