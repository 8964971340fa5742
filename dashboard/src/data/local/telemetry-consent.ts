import { expireCookie, hasCookie, keepCookie } from '../../lib/cookies.ts'
import { isBoolean, readSetting, removeSetting, writeSetting } from '../../lib/storage.ts'

/** The local setting of SPEC 3: there while the person agrees to usage events, and only then. */
const SETTING = 'stoa.telemetry-consent'
/** Expires when consent is withdrawn, and by itself after a year, so that no consent lasts longer. */
const COOKIE = 'stoa-telemetry'
const ONE_YEAR = 31_536_000

/** True once the person has said yes to usage events; nothing is sent before. */
export const hasTelemetryConsent = (): boolean =>
  readSetting(SETTING, false, isBoolean) && hasCookie(COOKIE)

export function giveTelemetryConsent() {
  writeSetting(SETTING, true)
  keepCookie(COOKIE, ONE_YEAR)
}

/** Consent withdrawn, refused, or somebody else's from here on. */
export function withdrawTelemetryConsent() {
  removeSetting(SETTING)
  expireCookie(COOKIE)
}
