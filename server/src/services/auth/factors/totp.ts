import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'

/** Seconds a code lives; what every authenticator app takes for granted. */
const PERIOD = 30

/** A new secret of 160 bits, in base 32. */
export const newTotpSecret = (): string => generateSecret()

/** How an authenticator app is told of the secret: the address, and that address as a picture. */
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
  // Colours by name: a `#` would end the data URI that clients put in front of the picture.
  return { uri, secret, qr_code: renderSVG(uri, { ecc: 'M', pixelSize: 4, border: 4 }) }
}

/**
 * The step of time a code belongs to (RFC 6238, SHA-1, six digits, half a minute), the present one
 * or a neighbour; undefined for a wrong code and for one of a step up to `usedUntil`.
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
