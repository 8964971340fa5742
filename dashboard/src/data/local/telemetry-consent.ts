import { expireCookie, hasCookie, keepCookie } from '../../lib/cookies.ts'
import { isBoolean, readSetting, removeSetting, writeSetting } from '../../lib/storage.ts'

/** The local setting of SPEC 3, present only while the user agrees to usage events. */
const SETTING = 'stoa.telemetry-consent'
/** The cookie expires when consent is withdrawn, and after a year in any case. */
const COOKIE = 'stoa-telemetry'
const ONE_YEAR = 31_536_000

/** True if the user agreed to usage events. Nothing is sent before that. */
export const hasTelemetryConsent = (): boolean =>
  readSetting(SETTING, false, isBoolean) && hasCookie(COOKIE)

export function giveTelemetryConsent() {
  writeSetting(SETTING, true)
  keepCookie(COOKIE, ONE_YEAR)
}

/** Removes the consent after a refusal, a withdrawal or the end of the session. */
export function withdrawTelemetryConsent() {
  removeSetting(SETTING)
  expireCookie(COOKIE)
}
