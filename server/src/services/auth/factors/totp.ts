import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'

/** Seconds per time step. Every authenticator app assumes 30. */
const PERIOD = 30

/** Creates a 160-bit secret in base 32. */
export const newTotpSecret = (): string => generateSecret()

/** The URI that an authenticator app reads the secret from, and its QR code. */
export function totpPairing({
  secret,
  issuer,
  account,
}: {
  secret: string
  issuer: string
  account: string
}): { readonly uri: string; readonly qr_code: string; readonly secret: string } {
  const uri = generateURI({ issuer, label: account, secret })
  // The renderer uses color names: a `#` would end the data URI that clients make of the SVG.
  return { uri, secret, qr_code: renderSVG(uri, { ecc: 'M', pixelSize: 4, border: 4 }) }
}

/**
 * Returns the time step of a code (RFC 6238, SHA-1, six digits, 30 seconds), which is the current
 * one or an adjacent one; undefined if the code is wrong or its step is at most `usedUntil`.
 */
export function matchTotp({
  secret,
  code,
  now,
  usedUntil,
}: {
  secret: string
  code: string
  now: Date
  usedUntil: number | null
}): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: PERIOD })
  if (!result.valid || !('timeStep' in result)) return undefined
  return usedUntil !== null && result.timeStep <= usedUntil ? undefined : result.timeStep
}
